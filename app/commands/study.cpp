#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/commands/commands.hpp"
#include "app/commands/file_use.hpp"
#include "app/commands/table.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* footer = R"(
Errors are computed on the CPU in fp64 by the plain loop. The observed order is the slope of the
logarithms between neighboring step lengths; where it comes near the expected one, halving the step
divides the error by two to that power.

Example:
  heteroscope study heat --csv orders.csv)";

struct StudyOptions {
  std::string workload;
  std::optional<std::string> csv;
  std::optional<std::string> json;
};

const Workload& workload_of(const std::string& id) {
  const Workload& workload = find_workload(catalog(), id);
  if (workload.study != nullptr) return workload;
  std::vector<std::string_view> known;
  for (const Workload* each : catalog()) {
    if (each->study != nullptr) known.push_back(each->id);
  }
  throw BadInput(fmt::format("{} has no study (known: {})", workload.id, fmt::join(known, ", ")));
}

/// The order between the point before and this one; empty for the first.
std::string order_text(const StudyCurve& curve, std::size_t i) {
  return i == 0 ? std::string() : fmt::format("{:.3f}", observed_order(curve, i - 1));
}

std::string table_of(const Study& study) {
  TextTable table(
      {{"method"}, {std::string(study.step_label), true}, {"error", true}, {"order", true}, {"expected", true}});
  for (const StudyCurve& curve : study.curves) {
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
      table.add({i == 0 ? curve.label : "", fmt::format("{:.6g}", curve.points[i].step),
                 fmt::format("{:.4e}", curve.points[i].error), order_text(curve, i),
                 i == 0 ? fmt::format("{}", curve.expected_order) : ""});
    }
  }
  return fmt::format("{}: {}\n\n{}\n", study.title, study.error_label, table.markdown());
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

Json json_of(const Workload& workload, const std::vector<Study>& studies) {
  Json out{{"workload", workload.id}, {"studies", Json::array()}};
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
    out["studies"].push_back({{"id", study.id},
                              {"title", study.title},
                              {"step", study.step_label},
                              {"error", study.error_label},
                              {"curves", curves}});
  }
  return out;
}

int study(const StudyOptions& options) {
  const Workload& workload = workload_of(options.workload);
  FileUse files;
  files.writes("--csv", options.csv);
  files.writes("--json", options.json);
  files.check();
  const std::vector<Study> studies = workload.study([](double) { return true; });
  std::string tables;
  for (const Study& each : studies) tables += table_of(each);
  const bool to_out = options.csv == "-" || options.json == "-";
  Reports reports;
  if (!to_out) reports.add("-", tables);
  if (options.csv) reports.add(*options.csv, csv_of(studies));
  if (options.json) reports.add(*options.json, json_of(workload, studies).dump(2) + "\n");
  reports.put();
  return 0;
}

}  // namespace

void add_study_command(Command& program, Action& action) {
  auto options = std::make_shared<StudyOptions>();
  Command* command =
      program.add_subcommand("study", "How a workload's error falls with shorter steps, and with which order");
  command->add_option("WORKLOAD", options->workload, "A workload that has a study, such as heat")->required();
  command->add_option("--csv", options->csv, "Write the points as CSV; - is standard output")->type_name("FILE");
  command->add_option("--json", options->json, "Write the points and orders as JSON; - is standard output")
      ->type_name("FILE");
  command->footer(footer);
  command->callback([options, &action] { action = [options] { return study(*options); }; });
}

}  // namespace heteroscope
