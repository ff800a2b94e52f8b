#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/commands/commands.hpp"
#include "app/commands/study/mappings.hpp"
#include "app/commands/study/other_studies.hpp"
#include "app/commands/study/ranks.hpp"
#include "app/commands/study/split.hpp"
#include "app/options/file_use.hpp"
#include "app/ranks/ranks.hpp"
#include "app/text/csv.hpp"
#include "app/text/table.hpp"
#include "core/io/json/json_text.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* study_footer = R"(
Errors are computed on the CPU in fp64 by the plain loop. The observed order is the slope of the
error over the step length, both as logarithms; near the expected order p, half the step makes the
error 2^p times smaller.

The study ranks predicts from the times of a poster's pieces (`render --costs`) how long any number
of ranks would take. It simulates the ranks: how they hand out pieces, the pause between two looks
for messages, the time of a message at rank 0, and the time of the file; and once more with a file
that is ten times slower. A run with several ranks is compared with its own simulation. Started by
mpirun, it measures the time of messages instead.

The study split computes frames of a workload with the GPUs' share from 0 to 1, in finer steps
around the best one. It shows the time of each processor, how long it waits, the time of the frame,
and how near this is to the ideal (if all rows cost the same). With two GPUs it is the share of the
first one. Frames are 1024x1024 if --size is not given.

The study mappings shows for each GPU variant of a workload how many kernels, blocks and threads it
launches, how many of them compute a value, and how efficient its memory accesses are. It needs no
GPU: everything follows from the arithmetic of the kernels.

Examples:
  heteroscope study heat --csv orders.csv
  heteroscope study split mandelbrot --size 2048x2048 --svg split.svg
  heteroscope study mappings triangle --set n=4096 --block 16x16
  heteroscope render mandelbrot --scene seahorses --size 1024x1024 --tile 256x256 --out a.tif --costs a.json
  heteroscope study ranks --costs a.json --larger 64 --finer 4)";

struct StudyOptions {
  std::string subject;
  SettingsOptions settings;
  StudyFiles files;
  RanksStudyOptions ranks;
};

const Workload& studied_workload(const std::string& id) {
  const Workload& workload = find_workload(catalog(), id);
  if (workload.study) return workload;
  std::vector<std::string_view> known;
  for (const Workload* each : catalog()) {
    if (each->study) known.push_back(each->id);
  }
  throw BadInput(
      fmt::format("{} has no study (known: {}, {})", workload.id, fmt::join(known, ", "), all_ids<OtherStudy>()));
}

/// The order between the point before and this one; empty for the first.
std::string order_text(const StudyCurve& curve, std::size_t i) {
  return i == 0 ? std::string() : fmt::format("{:.3f}", observed_order(curve, i - 1));
}

std::string table_of(const Study& study) {
  TextTable table({{"method"},
                   {std::string(study.step_label), true},
                   {std::string(study.error_label), true},
                   {"order", true},
                   {"expected", true}});
  for (const StudyCurve& curve : study.curves) {
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
      table.add(
          {i == 0 ? curve.label : "", fmt::format("{:.6g}", curve.points[i].step),
           study.counted ? fmt::format("{:.0f}", curve.points[i].error) : fmt::format("{:.4e}", curve.points[i].error),
           order_text(curve, i), i == 0 ? fmt::format("{}", curve.expected_order) : ""});
    }
  }
  return fmt::format("{}:\n\n{}\n", study.title, table.markdown());
}

std::string csv_of(const std::vector<Study>& studies) {
  std::string out = csv_line({"study", "method", "step", "error", "order", "expected_order"});
  for (const Study& study : studies) {
    for (const StudyCurve& curve : study.curves) {
      for (std::size_t i = 0; i < curve.points.size(); ++i) {
        out += csv_line({std::string(study.id), curve.label, fmt::format("{}", curve.points[i].step),
                         fmt::format("{}", curve.points[i].error), order_text(curve, i),
                         fmt::format("{}", curve.expected_order)});
      }
    }
  }
  return out;
}

Json json_of_studies(const Workload& workload, const std::vector<Study>& studies) {
  Json shown = Json::array();
  for (const Study& study : studies) {
    Json curves = Json::array();
    for (const StudyCurve& curve : study.curves) {
      Json points = Json::array();
      for (const StudyPoint& point : curve.points) points.push_back({{"step", point.step}, {"error", point.error}});
      curves.push_back({{"method", curve.label},
                        {"expected_order", curve.expected_order},
                        {"observed_order", observed_order(curve)},
                        {"points", points}});
    }
    shown.push_back({{"id", study.id},
                     {"title", study.title},
                     {"step", study.step_label},
                     {"error", study.error_label},
                     {"curves", curves}});
  }
  return {{"workload", workload.id}, {"studies", std::move(shown)}};
}

int study(const StudyOptions& options) {
  const std::optional<OtherStudy> other = from_id<OtherStudy>(options.subject);
  if (other == OtherStudy::ranks) {
    if (options.settings != SettingsOptions{} || options.files.svg || options.files.json) {
      throw BadInput(
          "study ranks: the file of --costs says what was computed; only its own options and --csv can be "
          "given");
    }
    return study_ranks(options.ranks, options.files.csv);
  }
  if (ranks() != nullptr) throw BadInput("several ranks: only the study ranks can be started by mpirun");
  if (options.ranks != RanksStudyOptions{})
    throw BadInput("--costs, --latency, --service, --network, --file, --larger and --finer belong to the study ranks");
  if (other == OtherStudy::split) return study_split(options.settings, options.files);
  if (other == OtherStudy::mappings) return study_mappings(options.settings, options.files);
  const Workload& workload = studied_workload(options.subject);
  if (options.settings != SettingsOptions{} || options.files.svg) {
    throw BadInput(
        fmt::format("study {}: it chooses its own settings; only the studies split and mappings take such options, "
                    "and only split has --svg",
                    workload.id));
  }
  const auto& [csv, json, svg] = options.files;
  FileUse files;
  files.writes("--csv", csv);
  files.writes("--json", json);
  files.check();
  const std::vector<Study> studies = workload.study->make({});
  std::string tables;
  for (const Study& each : studies) tables += table_of(each);
  const bool to_out = csv == "-" || json == "-";
  Reports reports;
  if (!to_out) reports.add("-", tables);
  if (csv) reports.add(*csv, csv_of(studies));
  if (json) reports.add(*json, written_json(json_of_studies(workload, studies), 2) + "\n");
  reports.put();
  return 0;
}

}  // namespace

void add_study_command(Command& program, Action& action) {
  auto options = std::make_shared<StudyOptions>();
  Command* command = program.add_subcommand(
      "study",
      "Study how errors fall with shorter steps, how a frame time depends\non the share, how a poster "
      "scales over ranks, or what a mapping\nlaunches");
  command->add_option("STUDY", options->subject, "A workload with a study, such as heat; or split, mappings or ranks")
      ->required();
  add_problem_options(*command, options->settings);
  command->get_option("WORKLOAD")->description("For split and mappings: the workload");
  add_execution_options(*command, options->settings);
  command->add_option("--csv", options->files.csv, "Write the points as CSV; -: to standard output")->type_name("FILE");
  command->add_option("--json", options->files.json, "Write the points and orders as JSON; -: to standard output")
      ->type_name("FILE");
  command->add_option("--svg", options->files.svg, "For split: write a graph; -: to standard output")
      ->type_name("FILE");
  add_ranks_study_options(*command, options->ranks);
  command->footer(study_footer);
  command->callback([options, &action] { action = [options] { return study(*options); }; });
}

}  // namespace heteroscope
