#include "doctor/processor.h"

#include <gmock/gmock.h>

#include "doctor/format_findings.h"
#include "fake_root.h"

namespace freefloat {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Processor : public FakeRoot {
 protected:
  void build(const std::string& flags) {
    std::string text;
    for (const char* number : {"0", "1"})
      text += std::string("processor\t: ") + number + "\nmodel name\t: Test CPU\nflags\t\t: fpu " + flags +
              "\n\n";
    write("proc/cpuinfo", text);
    write("proc/loadavg", "0.25 0.1 0.1 1/100 4711");
    write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave");
    write("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave");
  }

  std::string all() { return format_findings(judge_processor(read_processor(root_)), false); }
};

TEST_F(Processor, IsRead) {
  build("sse2");
  write("sys/kernel/realtime", "1");
  const ProcessorInfo processor = read_processor(root_);
  EXPECT_EQ(processor.cores, 2);
  EXPECT_EQ(processor.model, "Test CPU");
  EXPECT_FALSE(processor.virtual_machine);
  EXPECT_TRUE(processor.real_time_kernel);
  EXPECT_THAT(processor.governors, ElementsAre("powersave"));
  EXPECT_EQ(processor.load, 0.25);
  EXPECT_THAT(all(), HasSubstr("kernel with PREEMPT_RT"));
  EXPECT_THAT(all(), HasSubstr("cpupower"));
}

TEST_F(Processor, OfAVirtualMachineIsCalledSo) {
  build("hypervisor sse2");
  EXPECT_TRUE(read_processor(root_).virtual_machine);
  EXPECT_THAT(all(), HasSubstr("virtual machine, ordinary kernel"));
}

TEST_F(Processor, WithOneCoreOrOtherWorkIsWarnedOf) {
  ProcessorInfo processor;
  processor.cores = 1;
  processor.load = 3.0;
  const auto findings = judge_processor(processor);
  EXPECT_EQ(findings[0].grade, Grade::kWarning);
  EXPECT_EQ(findings[1].grade, Grade::kWarning);
}

TEST_F(Processor, NothingToReadIsNoCrash) {
  EXPECT_EQ(read_processor(root_).cores, 0);
  EXPECT_THAT(all(), HasSubstr("cannot be read"));
}

TEST(RealTimePermission, RefusalsAreNamedWithTheirRemedy) {
  EXPECT_EQ(judge_real_time({true, true, true, ""}).grade, Grade::kGood);
  const Finding finding = judge_real_time({false, true, false, "scheduling: do this"});
  EXPECT_EQ(finding.grade, Grade::kWarning);
  EXPECT_EQ(finding.text,
            "real-time scheduling refused, memory can be locked, sleep states cannot be held shallow");
  EXPECT_EQ(finding.remedy, "scheduling: do this");
}

}  // namespace
}  // namespace freefloat
