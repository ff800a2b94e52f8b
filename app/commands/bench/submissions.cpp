#include "app/commands/bench/submissions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "app/bench/own_check.hpp"
#include "app/bench/small_check.hpp"
#include "app/commands/progress.hpp"
#include "app/console/console.hpp"
#include "app/options/own_files.hpp"
#include "app/results/row_columns.hpp"
#include "core/base/given_up.hpp"
#include "core/base/message.hpp"
#include "core/device/device.hpp"
#include "core/model/settings/refusals.hpp"
#include "core/own/source/own_source.hpp"
#include "core/process/signals.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

/// The case's variant where it is a file's; null where it is a built-in one.
const Variant* variant_of_file(const BenchCase& one, const Workload& workload) {
  const Stage& stage = workload.stages[one.stage];
  const auto chosen = one.settings.execution.variants.find(stage.id);
  if (chosen == one.settings.execution.variants.end()) return nullptr;
  const bool on_gpu = one.settings.execution.processor != Processor::cpu;
  const Variant* const variant = stage.find(on_gpu ? chosen->second.gpu : chosen->second.cpu);
  return variant == nullptr || variant->own == nullptr ? nullptr : variant;
}

constexpr std::string_view wrong_elsewhere = "ranked, but wrong elsewhere";

/// How a file that agrees where it is measured is wrong elsewhere; empty: it is not, as far as small cases tell. It
/// keeps its place: it may be written for what is measured alone.
std::string wrong_beside(const Variant& variant) {
  constexpr std::chrono::seconds longest{5};
  try {
    return checked_in_small_cases(
               variant, EndOnRequest::token(), [](const SmallCheck&) {}, longest)
        .wrong;
  } catch (const GivenUp&) {
    return {};  // the measurement ends, too
  }
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
  asked.said_of_files = left_out_;
  std::optional<Progress> progress("verify");
  Verifier verifier(catalog(), device::all());
  std::map<const OwnSource*, std::string> wrong;
  std::vector<const Variant*> files;
  std::vector<std::string> beside;
  for (std::size_t i = 0; i < asked.cases.size(); ++i) {
    BenchCase& each = asked.cases[i];
    const Variant* const variant = variant_of_file(each, *asked.workload);
    if (variant == nullptr || !each.skipped.empty()) continue;
    const OwnSource* const file = variant->own;
    if (std::ranges::find(files, variant) == files.end()) files.push_back(variant);
    if (wrong.contains(file)) continue;
    progress->show(i, asked.cases.size(), fmt::format("{} {}", each.scene, each.variant));
    const OwnCheck check = checked_against_reference(each.settings, file->id(), verifier);
    each.expected = check.reference;
    if (!check.wrong.empty()) wrong.emplace(file, one_line(check.wrong));
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (wrong.contains(files[i]->own)) continue;
    progress->show(i, files.size(), fmt::format("{} in small cases", files[i]->own_id));
    if (std::string line = wrong_beside(*files[i]); !line.empty()) beside.push_back(std::move(line));
  }
  progress.reset();  // its line is gone before others are written
  std::set<std::string> told;
  for (BenchCase& each : asked.cases) {
    const Variant* const variant = variant_of_file(each, *asked.workload);
    if (variant == nullptr || !each.skipped.empty()) continue;
    each.compared = false;  // it has been, just now
    each.ranked = true;
    const auto found = wrong.find(variant->own);
    if (found == wrong.end()) continue;
    each.skipped = found->second;
    told.insert(found->second);
  }
  for (const std::string& each : told) print_error("not ranked", each);
  for (const std::string& each : beside) print_error(wrong_elsewhere, each);
  for (const std::string& each : beside) asked.said_of_files.push_back(fmt::format("{}: {}", wrong_elsewhere, each));
}

bool ranks_a_file(const Results& results) {
  return std::ranges::any_of(results.parts, [](const Result& part) {
    return std::ranges::any_of(part.rows,
                               [](const ResultRow& row) { return names_own_file(row.text(column::variant)); });
  });
}

}  // namespace heteroscope
