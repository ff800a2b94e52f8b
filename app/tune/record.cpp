#include "app/tune/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/files/state_file.hpp"
#include "app/results/json.hpp"
#include "app/text/csv.hpp"
#include "core/base/message.hpp"
#include "core/io/json/json_text.hpp"

namespace heteroscope {

namespace {

using Json = nlohmann::ordered_json;
using nlohmann::json;

constexpr StateKind recorded{.key = "heteroscope_tune",
                             .refusal = "not a file of `heteroscope tune --json` or --record,",
                             .levels = 5,
                             .largest = std::size_t{1} << 27};
constexpr std::size_t most_axes = 64;
constexpr std::size_t most_points = 1'000'000;

std::string_view fate_text(TuneFate fate) {
  switch (fate) {
    case TuneFate::slower:
      return "slower";
    case TuneFate::checked:
      return "checked";
    case TuneFate::wrong:
      return "wrong";
    case TuneFate::failed:
      return "failed";
  }
  return "";
}

Json axis_json(const TuneAxis& axis) {
  Json out{{"id", axis.id}, {"label", axis.label}, {"values", axis.values}};
  if (axis.ordered()) out["numbers"] = axis.numbers;
  if (!axis.whole.empty()) out["whole"] = axis.whole;
  return out;
}

/// The processors only where their time counts, so that what is there decides whether it is marked.
Json others_json(const TakenByOthers& taken) {
  const auto share = [](const std::optional<double>& of) { return of ? Json(*of) : Json(); };
  return {{"cpu_share", taken.counts_cpu ? share(taken.cpu) : Json()},
          {"gpu_share", share(taken.gpu)},
          {"marked", taken.marked()}};
}

TakenByOthers others_in(const json& value, const std::string& which, const std::string& name) {
  const Section section(value, which, name);
  section.allow({"cpu_share", "gpu_share", "marked"});
  const auto share = [&](const char* key) {
    const json* const found = section.find(key);
    if (found == nullptr || found->is_null()) return std::optional<double>();
    const std::optional<double> out = section.number(key);
    if (!out || !(*out >= 0 && *out <= 1)) throw section.fail(Wrong::kind, key, "is not a share from 0 to 1");
    return out;
  };
  return {.cpu = share("cpu_share"), .gpu = share("gpu_share")};
}

Json point_json(const TuneRecord& record, const TuneTried& tried) {
  Json out{{"at", record.space.candidates[tried.candidate]}};
  if (tried.has_time()) {
    out["median_ms"] = tried.time.ms;
    if (tried.time.interval) out["interval_ms"] = {tried.time.interval->low, tried.time.interval->high};
    out["runs"] = tried.time.runs;
    out["others"] = others_json(tried.time.others);
  } else {
    out["why"] = tried.why;
  }
  out["fate"] = fate_text(tried.fate);
  if (!record.commands.empty()) out["command"] = record.commands[tried.candidate];
  return out;
}

TuneAxis axis_in(const json& value, const std::string& name, std::size_t number) {
  const std::string which = fmt::format("axes[{}].", number);
  const Section section(value, which, name);
  section.allow({"id", "label", "values", "numbers", "whole"});
  TuneAxis out;
  out.id = section.wanted("id");
  out.label = section.text("label").value_or(out.id);
  out.whole = section.text("whole").value_or("");
  const json* values = section.find("values");
  const bool texts = values != nullptr && values->is_array() && !values->empty() &&
                     std::ranges::all_of(*values, [](const json& each) { return each.is_string(); });
  if (!texts) throw section.fail(Wrong::kind, "values", "is not a list of texts ([\"…\"])");
  out.values = values->get<std::vector<std::string>>();
  const json* numbers = section.find("numbers");
  if (numbers == nullptr) return out;
  const auto found = numbers_in(*numbers);
  const bool all =
      found && found->size() == out.values.size() && std::ranges::all_of(*found, [](double each) { return each >= 0; });
  if (!all) throw section.fail(Wrong::kind, "numbers", "must have as many numbers as there are values, from 0 on");
  out.numbers = *found;
  return out;
}

TunePlaces places_in(const Section& section, const TuneSpace& space) {
  const json* at = section.find("at");
  if (at == nullptr || !at->is_array() || at->size() != space.axes.size())
    throw section.fail(Wrong::kind, "at", fmt::format("must have {} places, one for each axis", space.axes.size()));
  TunePlaces out;
  for (const json& each : *at) {
    const auto most = static_cast<int>(space.axes[out.size()].values.size()) - 1;
    const bool fits = each.is_number_integer() && each >= not_there && each <= most;
    if (!fits) {
      throw section.fail(Wrong::value, "at",
                         fmt::format("{} is outside {} to {}", excerpt(each.dump()), not_there, most));
    }
    out.push_back(each.get<int>());
  }
  return out;
}

TuneTried point_in(const json& value, const std::string& name, TuneSpace& space) {
  const std::string which = fmt::format("points[{}].", space.candidates.size());
  const Section section(value, which, name);
  section.allow({"at", "median_ms", "interval_ms", "runs", "others", "why", "fate", "command"});
  TuneTried out;
  out.candidate = space.candidates.size();
  space.candidates.push_back(places_in(section, space));
  const auto ms = section.number("median_ms");
  if (!ms) {
    out.fate = TuneFate::failed;
    out.time.failure = out.why = section.text("why", 4000).value_or("no time was recorded");
    return out;
  }
  if (!(*ms > 0 && std::isfinite(*ms)))
    throw section.fail(Wrong::value, "median_ms", fmt::format("{} is not a time", *ms));
  out.fate = TuneFate::checked;
  out.time.ms = *ms;
  out.time.runs = static_cast<int>(std::clamp(section.number("runs").value_or(0), 0.0, 1e9));
  if (const json* others = section.find("others")) out.time.others = others_in(*others, which + "others.", name);
  const json* interval = section.find("interval_ms");
  if (interval == nullptr) return out;
  const auto ends = numbers_in(*interval);
  if (!ends || ends->size() != 2) throw section.fail(Wrong::kind, "interval_ms", "must have two numbers");
  out.time.interval = Interval{ends->front(), ends->back()};
  return out;
}

const json& list_in(const Section& root, std::string_view key, std::size_t most) {
  const json* out = root.find(key);
  if (out == nullptr || !out->is_array() || out->empty() || out->size() > most)
    throw root.fail(Wrong::kind, key, fmt::format("must have 1 to {} entries", most));
  return *out;
}

}  // namespace

std::string tune_json(const TuneRecord& record) {
  Json axes = Json::array();
  for (const TuneAxis& each : record.space.axes) axes.push_back(axis_json(each));
  Json points = Json::array();
  for (const TuneTried& each : record.found.tried) points.push_back(point_json(record, each));
  Json root{{std::string(recorded.key), recorded.version},
            {"workload", record.workload},
            {"problem", record.problem},
            {"machine", json_of(data_of(record.machine))},
            {"candidates", record.space.candidates.size()},
            {"seconds", record.found.seconds},
            {"axes", std::move(axes)}};
  root["winner"] = record.found.winner ? Json(*record.found.winner) : Json();
  root["ties"] = record.found.ties;
  // a line a point: thousands of them are to be read, and compared, too
  std::string out = written_json(root, 2, true);
  out.resize(out.size() - 2);
  out += ",\n  \"points\": [\n";
  for (std::size_t i = 0; i < points.size(); ++i)
    out += "    " + written_json(points[i], -1, true) + (i + 1 < points.size() ? ",\n" : "\n");
  return out + "  ]\n}\n";
}

std::string tune_csv(const TuneRecord& record) {
  std::vector<std::string> cells;
  for (const TuneAxis& each : record.space.axes) cells.push_back(each.id);
  cells.insert(cells.end(), {"median_ms", "low_ms", "high_ms", "runs", "others_cpu_share", "others_gpu_share", "marked",
                             "fate", "why"});
  std::string out = csv_line(cells);
  const auto number = [](double value) { return fmt::format("{}", value); };
  for (const TuneTried& tried : record.found.tried) {
    cells.clear();
    const TunePlaces& places = record.space.candidates[tried.candidate];
    for (std::size_t i = 0; i < places.size(); ++i)
      cells.push_back(places[i] == not_there ? "" : record.space.axes[i].values[static_cast<std::size_t>(places[i])]);
    const bool timed = tried.has_time();
    const auto& interval = tried.time.interval;
    cells.push_back(timed ? number(tried.time.ms) : "");
    cells.push_back(timed && interval ? number(interval->low) : "");
    cells.push_back(timed && interval ? number(interval->high) : "");
    cells.push_back(timed ? fmt::format("{}", tried.time.runs) : "");
    const TakenByOthers& others = tried.time.others;
    cells.push_back(timed && others.counts_cpu && others.cpu ? number(*others.cpu) : "");
    cells.push_back(timed && others.gpu ? number(*others.gpu) : "");
    cells.emplace_back(timed ? (others.marked() ? "true" : "false") : "");
    cells.insert(cells.end(), {std::string(fate_text(tried.fate)), tried.why});
    out += csv_line(cells);
  }
  return out;
}

TuneRecord load_tune_record(const std::filesystem::path& path) {
  const std::string name = path.string();
  const StateText state(recorded, read_text(path, recorded.largest, Streams::piped), name);
  const Section& root = state.root();
  TuneRecord out;
  out.workload = root.text("workload").value_or("");
  out.problem = root.text("problem", 4000).value_or("");
  for (const json& each : list_in(root, "axes", most_axes))
    out.space.axes.push_back(axis_in(each, name, out.space.axes.size()));
  for (const json& each : list_in(root, "points", most_points))
    out.found.tried.push_back(point_in(each, name, out.space));
  return out;
}

TuneTime RecordedMeasurer::measure(std::size_t candidate, double /*seconds*/, std::optional<double> /*ms_to_beat*/) {
  ++measured_;
  return record_.found.tried[candidate].time;
}

std::vector<TuneTime> RecordedMeasurer::measure_in_turns(std::span<const std::size_t> candidates, double /*seconds*/) {
  std::vector<TuneTime> out;
  for (const std::size_t each : candidates) out.push_back(record_.found.tried[each].time);
  return out;
}

std::string RecordedMeasurer::difference(std::size_t /*candidate*/) {
  return {};
}

}  // namespace heteroscope
