#pragma once

/// Git id of the newest commit that changed the firmware's folder; ends with + when its files differ from
/// that.
extern const char ff_firmware_id[];
