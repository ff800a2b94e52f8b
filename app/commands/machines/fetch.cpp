#include "app/commands/machines/fetch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "app/relay/remote_run.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/link/machines.hpp"
#include "core/process/signals.hpp"

namespace heteroscope {
namespace {

std::string words_text(const RunFacts& run) {
  return run.words.empty() ? "a command of another version" : excerpt(fmt::format("{}", fmt::join(run.words, " ")));
}

std::string standing_text(const RunFacts& run) {
  if (run.is_under_way) return "under way";
  return run.code ? fmt::format("ended with exit code {}", *run.code)
                  : "ended early: stopped by a signal, or its machine went down";
}

std::string age_text(double seconds) {
  constexpr double minute = 60;
  constexpr double hour = 3600;
  if (seconds < 2 * minute) return fmt::format("{:.0f} s", std::max(seconds, 0.0));
  return seconds < 2 * hour ? fmt::format("{:.0f} min", seconds / minute) : fmt::format("{:.0f} h", seconds / hour);
}

const RunFacts& chosen(const std::string& machine, const std::vector<RunFacts>& runs,
                       const std::optional<std::string>& name) {
  const std::string known = list_ids(runs, [](const RunFacts& each) { return each.run; });
  if (runs.empty()) throw BadInput(Wrong::missing, "RUN", fmt::format("{} has no saved runs", machine));
  if (!name && runs.size() > 1)
    throw BadInput(Wrong::missing, "RUN", fmt::format("machines fetch {}: which run? {}", machine, known));
  const auto at = std::ranges::find_if(runs, [&](const RunFacts& each) { return !name || each.run == *name; });
  if (at == runs.end())
    throw BadInput(Wrong::unknown, "RUN",
                   fmt::format("{} has no saved run {}; its runs: {}", machine, quote(*name), known));
  return *at;
}

/// The names under which a run's files come into the present folder: what is said elsewhere chooses no other. Several
/// that are called alike get numbers.
std::vector<std::string> targets_of(const RunFacts& run) {
  std::vector<std::string> out;
  for (const std::string& each : run.outputs) {
    const std::string name = name_without_folder(each);
    if (name.empty() || name == "." || name == ".." || printable(name) != name || name.front() == '.')
      throw BadInput(Wrong::damaged, "RUN",
                     fmt::format("a file of the run has a name that cannot be used here: {}", quote(name)));
    std::string target = name;
    for (int i = 2; std::ranges::find(out, target) != out.end(); ++i) target = fmt::format("{}-{}", i, name);
    std::error_code unknown;
    if (std::filesystem::exists(std::filesystem::symlink_status(target, unknown)))
      throw BadInput(fmt::format("{} is here already: fetch the run in another folder", target));
    out.push_back(std::move(target));
  }
  return out;
}

}  // namespace

std::string runs_text(const std::string& machine, const std::vector<RunFacts>& runs) {
  std::string out;
  for (const RunFacts& each : runs) {
    out += fmt::format("{}: run {}, begun {} ago, {}: {}; `heteroscope machines fetch {} {}` brings it\n", machine,
                       each.run, age_text(each.begun_s), standing_text(each), words_text(each), machine, each.run);
  }
  return out;
}

int fetch_run(const std::string& machine, const std::optional<std::string>& run) {
  const EndOnRequest watching;  // Ctrl-C is the command's to answer, there
  std::unique_ptr<MachineLink> link = connect_to(machine);
  const std::vector<RunFacts> runs = runs_of(*link);
  give_back(std::move(link));
  const RunFacts& one = chosen(machine, runs, run);
  const std::vector<std::string> targets = targets_of(one);
  std::vector<RemoteName> names;
  for (std::size_t i = 0; i < targets.size(); ++i) names.push_back({one.outputs[i], targets[i]});
  return RemoteRun(machine, one.run, std::move(names)).bring(targets);
}

}  // namespace heteroscope
