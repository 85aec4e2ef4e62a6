#include "export/run_tables.h"

#include <algorithm>

namespace freefloat {
namespace {

/// Bytes of pictures, which are no numbers of the run; null in messages without any.
auto* picture_bytes(auto&) {
  return static_cast<std::vector<std::uint8_t>*>(nullptr);
}
auto* picture_bytes(PictureWindowsMessage& message) {
  return &message.pixels_zstd;
}
auto* picture_bytes(sensor_msgs::CompressedImage& message) {
  return &message.data;
}

/// Turns messages into rows.
class RowMaker {
 public:
  explicit RowMaker(TableSink& sink) : sink_(sink) {}

  void add(const McapMessage& message, bool our_fields) {
    const std::size_t place = find_topic(message.channel.topic);
    if (place == kRunTopicCount) return leave_out(message, "is no topic of a Freefloat run");
    if (!our_fields) return leave_out(message, "was written by a version with other fields");
    visit_topic(place, [&](const auto& topic) { add_row(message, place, topic); });
  }

  void add(const McapMetadata& metadata) {
    for (const auto& [key, value] : metadata.values) {
      sink_.begin_row(kMetadataTable);
      sink_.add_field("name", FieldValue{std::string_view(metadata.name)});
      sink_.add_field("key", FieldValue{std::string_view(key)});
      sink_.add_field("value", FieldValue{std::string_view(value)});
      sink_.end_row();
    }
  }

  /// @return The first thing that was left out; empty: nothing.
  const std::string& problem() const { return problem_; }

 private:
  void leave_out(const McapMessage& message, const char* why) {
    if (problem_.empty()) problem_ = message.channel.topic + " " + why + " and was left out";
  }

  template <Message T>
  void add_row(const McapMessage& message, std::size_t place, const RunTopic<T>& topic) {
    T value;
    if (!decode(message.data, value)) return leave_out(message, "is damaged in places");
    auto* const bytes = picture_bytes(value);
    const std::size_t byte_count = bytes != nullptr ? bytes->size() : 0;
    if (bytes != nullptr) bytes->clear();
    sink_.begin_row(place);
    sink_.add_field(topic.number, FieldValue{std::uint64_t{message.sequence}});
    sink_.add_field("log_time_ns", FieldValue{message.log_time_ns});
    walk_fields(value, [&](std::string_view path, const FieldValue& field) {
      const bool length_of_bytes =
          bytes != nullptr && (path == "pixels_zstd.length" || path == "data.length");
      sink_.add_field(path, length_of_bytes ? FieldValue{std::uint64_t{byte_count}} : field);
    });
    sink_.end_row();
  }

  TableSink& sink_;
  std::string problem_;
};

}  // namespace

std::string_view table_name(std::size_t table) {
  std::string_view name = "metadata";
  visit_topic(table, [&](const auto& topic) { name = topic.table; });
  return name;
}

std::string LogFacts::note() const {
  std::string note = result.file.problem;
  if (!result.problem.empty()) note += (note.empty() ? "" : "; ") + result.problem;
  return note;
}

std::string flat_name(std::string_view name) {
  std::string flat(name);
  std::replace(flat.begin(), flat.end(), '/', '_');
  return flat;
}

tl::expected<LogFacts, std::string> read_tables(const std::string& log_path, TableSink& sink) {
  auto reader = RunReader::open(log_path);
  if (!reader) return tl::make_unexpected(reader.error());
  RowMaker rows(sink);
  LogFacts facts;
  while (const RunItem* item = reader->next()) {
    if (item->message != nullptr) rows.add(*item->message, reader->has_our_fields());
    if (item->metadata != nullptr) rows.add(*item->metadata);
    if (item->metadata != nullptr && item->metadata->name == kIdentityMetadata)
      facts.identity = item->metadata->values;
    if (item->attachment != nullptr) facts.attachments.push_back(*item->attachment);
    reader->record();  // counts what is damaged
  }
  RunLogResult& result = facts.result = reader->result();
  if (result.problem.empty()) result.problem = rows.problem();
  if (result.cycle_count > 0 && !result.merged) return facts;
  const std::string& why = result.problem.empty() ? result.file.problem : result.problem;
  return tl::make_unexpected(log_path + " is not exported: " + (why.empty() ? "it holds no cycle" : why));
}

}  // namespace freefloat
