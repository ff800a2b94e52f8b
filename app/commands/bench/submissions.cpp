#include "app/commands/bench/submissions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "app/bench/own_check.hpp"
#include "app/commands/progress.hpp"
#include "app/console/console.hpp"
#include "app/options/own_files.hpp"
#include "app/results/row_columns.hpp"
#include "core/base/message.hpp"
#include "core/device/device.hpp"
#include "core/model/settings/refusals.hpp"
#include "core/own/source/own_source.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

/// The file of the case's variant; null where it is a built-in one.
const OwnSource* file_of(const BenchCase& one, const Workload& workload) {
  const Stage& stage = workload.stages[one.stage];
  const auto chosen = one.settings.execution.variants.find(stage.id);
  if (chosen == one.settings.execution.variants.end()) return nullptr;
  const bool on_gpu = one.settings.execution.processor != Processor::cpu;
  const Variant* const variant = stage.find(on_gpu ? chosen->second.gpu : chosen->second.cpu);
  return variant == nullptr ? nullptr : variant->own;
}

}  // namespace

Submissions::Submissions(const std::filesystem::path& folder, SettingsOptions& options) {
  if (!options.workload) throw BadInput("--variants needs a WORKLOAD");
  OwnFolder opened = open_own_folder(folder, &find_workload(catalog(), *options.workload));
  std::ranges::move(opened.words, std::back_inserter(options.words("variants")));
  left_out_ = std::move(opened.left_out);
}

void Submissions::rank(Asked& asked) const {
  asked.ranked = true;
  asked.left_out = left_out_;
  std::optional<Progress> progress("verify");
  Verifier verifier(catalog(), device::all());
  std::map<const OwnSource*, std::string> wrong;
  for (std::size_t i = 0; i < asked.cases.size(); ++i) {
    BenchCase& each = asked.cases[i];
    const OwnSource* const file = file_of(each, *asked.workload);
    if (file == nullptr || !each.skipped.empty() || wrong.contains(file)) continue;
    progress->show(i, asked.cases.size(), fmt::format("{} {}", each.scene, each.variant));
    const OwnCheck check = checked_against_reference(each.settings, file->id(), verifier);
    each.expected = check.reference;
    if (!check.wrong.empty()) wrong.emplace(file, one_line(check.wrong));
  }
  progress.reset();  // its line is gone before others are written
  std::set<std::string> told;
  for (BenchCase& each : asked.cases) {
    const OwnSource* const file = file_of(each, *asked.workload);
    if (file == nullptr || !each.skipped.empty()) continue;
    each.compared = false;  // it has been, just now
    const auto found = wrong.find(file);
    if (found == wrong.end()) continue;
    each.skipped = found->second;
    told.insert(found->second);
  }
  for (const std::string& each : told) print_error("not ranked", each);
}

bool ranks_a_file(const Results& results) {
  return std::ranges::any_of(results.parts, [](const Result& part) {
    return std::ranges::any_of(part.rows,
                               [](const ResultRow& row) { return names_own_file(row.text(column::variant)); });
  });
}

}  // namespace heteroscope
