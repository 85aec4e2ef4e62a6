// Writes the sample runs' reports into a folder, to look at them.

#include <cstdio>
#include <filesystem>

#include "report/phase_table.h"
#include "report/report_html.h"
#include "support/sample_run.h"

int main(int argc, char** argv) {
  using freefloat::SampleScenario;
  if (argc != 2) {
    std::fprintf(stderr, "usage: report_demo FOLDER\n");
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  std::filesystem::create_directories(folder);
  for (const auto scenario :
       {SampleScenario::kStandingTarget, SampleScenario::kMovingTarget, SampleScenario::kWithoutCorrection}) {
    const freefloat::RunRecord record = freefloat::make_sample_run(scenario);
    std::printf("%s\n%s\n", record.config.experiment.name.c_str(),
                freefloat::format_phase_table(record, true).c_str());
    const auto page = write_report(record, folder / (record.config.experiment.name + ".html"));
    const auto picture = write_top_view(record, folder / (record.config.experiment.name + ".svg"));
    if (!page || !picture) {
      std::fprintf(stderr, "%s\n", (page ? picture : page).error().c_str());
      return 1;
    }
  }
  return 0;
}
