#include "app/tune/kept.hpp"

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/files/own_folder.hpp"
#include "app/files/state_file.hpp"
#include "core/device/cpu/cpu_facts.hpp"
#include "core/model/schema/settings_json.hpp"

namespace heteroscope {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr StateKind kept_winners{
    .key = "heteroscope_tuned", .refusal = "not kept winners", .levels = 11, .largest = std::size_t{1} << 24};
constexpr std::size_t most_winners = 10'000;
constexpr double most_ms = 1e12;

/// Settings of nothing but how it is computed: a source's file, say, is nobody's business later.
Settings carrier(const TunedWinner& winner, const Workload& workload) {
  Settings out = default_settings(workload);
  out.problem.precision = winner.of.precision;
  out.execution = winner.execution;
  return out;
}

int whole_number(const Section& section, std::string_view key, double most) {
  double value = 0;
  section.read(key, value, 0, most);
  return static_cast<int>(value);
}

TunedWinner winner_in(const Section& section, const std::string& name, Catalog catalog) {
  constexpr std::size_t longest = 2000;
  TunedWinner out;
  out.of.cpu = section.text("cpu").value_or("");
  out.of.cpu_threads = whole_number(section, "cpu_threads", 1 << 20);
  out.of.gpu = section.text("gpu").value_or("");
  out.of.workload = section.text("workload").value_or("");
  section.read_id("precision", out.of.precision);
  out.of.size_class = whole_number(section, "size_class", 63);
  out.text = section.text("text", longest).value_or("");
  section.read("ms", out.ms, 0, most_ms);
  if (section.find("usual_ms") != nullptr) section.read("usual_ms", out.usual_ms.emplace(), 0, most_ms);
  out.date_utc = section.text("date_utc").value_or("");
  out.execution = settings_from_json(section.needed_section("settings").object().dump(), name, catalog).execution;
  return out;
}

}  // namespace

TunedFor tuned_for(const Settings& settings, Catalog catalog, device::Devices devices) {
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  const std::any parameters = workload.bind(settings.problem.parameters);
  Size size = workload.extent(parameters, settings.problem.size, settings.problem.precision).size;
  if (workload.has_own_state()) size = workload.iteration()->shape->size(parameters);
  // numbers about an image have the image's size
  if (workload.gives_numbers()) size = settings.problem.size;
  const auto area = static_cast<std::uint64_t>(std::max<std::int64_t>(size.area(), 1));
  return {.cpu = cpu_facts().name,
          .cpu_threads = cpu_facts().threads,
          .gpu = devices.first().available ? devices.first().name : std::string(),
          .workload = settings.problem.workload,
          .precision = settings.problem.precision,
          .size_class = static_cast<int>(std::bit_width(area)) - 1};
}

void TunedWinners::keep(TunedWinner winner) {
  const auto same = std::ranges::find(all_, winner.of, &TunedWinner::of);
  if (same != all_.end()) {
    *same = std::move(winner);
  } else {
    all_.push_back(std::move(winner));
  }
}

const TunedWinner* TunedWinners::find(const TunedFor& of) const {
  const auto found = std::ranges::find(all_, of, &TunedWinner::of);
  return found == all_.end() ? nullptr : &*found;
}

std::string tuned_to_json(const TunedWinners& winners, Catalog catalog) {
  ordered_json list = ordered_json::array();
  for (const TunedWinner& each : winners.all()) {
    const Settings settings = carrier(each, find_workload(catalog, each.of.workload));
    ordered_json one{{"workload", each.of.workload},
                     {"cpu", each.of.cpu},
                     {"cpu_threads", each.of.cpu_threads},
                     {"gpu", each.of.gpu},
                     {"precision", id_of(each.of.precision)},
                     {"size_class", each.of.size_class},
                     {"text", each.text},
                     {"ms", each.ms}};
    if (each.usual_ms) one["usual_ms"] = *each.usual_ms;
    one["date_utc"] = each.date_utc;
    one["settings"] = ordered_json::parse(to_json(settings, catalog));
    list.push_back(std::move(one));
  }
  return state_text(kept_winners, {{"winners", std::move(list)}});
}

TunedWinners tuned_from_json(const std::string& text, const std::string& name, Catalog catalog) {
  TunedWinners out;
  StateText(kept_winners, text, name).for_each("winners", most_winners, [&](const Section& section) {
    const std::string workload = section.text("workload").value_or("");
    if (known_workload(catalog, workload) == nullptr) return;
    out.keep(winner_in(section, name, catalog));
  });
  return out;
}

std::filesystem::path tuned_path() {
  return own_file("tuned.json");
}

TunedWinners load_tuned(const std::filesystem::path& path, Catalog catalog) {
  const std::optional<std::string> text = read_state(kept_winners, path);
  return text ? tuned_from_json(*text, path.string(), catalog) : TunedWinners();
}

TunedRecollection recall_tuned(const std::filesystem::path& path, Catalog catalog) {
  return recall<TunedRecollection>(
      kept_winners, path, "the saved winners cannot be used",
      [&](const std::string& text, const std::string& name) { return tuned_from_json(text, name, catalog); });
}

void keep_tuned(const std::filesystem::path& path, TunedWinner winner, Catalog catalog, TunedRecollection& known) {
  const auto add = [&] {
    known = recall_tuned(path, catalog);
    known.winners.keep(std::move(winner));
    return tuned_to_json(known.winners, catalog);
  };
  if (path.empty()) {
    add();
  } else {
    write_own_file(path, add);
  }
}

void use_tuned(Settings& settings, const Execution& winner) {
  const int steps_per_frame = settings.execution.steps_per_frame;
  settings.execution = winner;
  settings.execution.steps_per_frame = steps_per_frame;
}

}  // namespace heteroscope
