#include "app/production/iteration/iteration_state.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/error.hpp"
#include "core/io/json/json_section.hpp"
#include "core/io/json/json_text.hpp"
#include "core/model/schema/settings_json.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

using nlohmann::json;

constexpr int deepest_of_state = 32;

json json_of_iteration(const IterationPoint& point) {
  json measured = json::array();
  for (const Measured& each : point.measured)
    measured.push_back({{"step", each.step}, {"value", exact_text(each.value)}, {"ms", exact_text(each.ms)}});
  return {{"step", point.step},
          {"painted", point.painted},
          {"ms", exact_text(point.ms)},
          {"settled", point.settled},
          {"measured", std::move(measured)}};
}

IterationPoint point_of(const Section& in) {
  IterationPoint out{.step = in.whole<std::int64_t>("step"),
                     .painted = in.whole<std::size_t>("painted"),
                     .measured = {},
                     .ms = in.exact("ms"),
                     .settled = in.needed_truth("settled")};
  for (const Section& each : in.sections("measured")) {
    out.measured.push_back(
        {.step = each.whole<std::int64_t>("step"), .value = each.exact("value"), .ms = each.exact("ms")});
  }
  return out;
}

json json_of_iteration(const std::vector<KeptBand>& bands) {
  json out = json::array();
  for (const KeptBand& each : bands)
    out.push_back({{"begin", each.rows.begin}, {"end", each.rows.end}, {"sums", each.sums}});
  return out;
}

/// The bands of all rows, one after the other.
std::vector<KeptBand> bands_of(const Section& in, int planes, int rows) {
  std::vector<KeptBand> out;
  int next = 0;
  for (const Section& each : in.sections("bands")) {
    KeptBand band{.rows = {each.whole<int>("begin"), each.whole<int>("end")},
                  .sums = each.wholes<std::uint32_t>("sums")};
    if (band.rows.begin != next || band.rows.empty() || band.sums.size() != static_cast<std::size_t>(planes))
      throw each.fail(Wrong::value, "sums", "is not a band of these rows");
    next = band.rows.end;
    out.push_back(std::move(band));
  }
  if (next != rows) throw in.fail(Wrong::value, "bands", "does not have all rows");
  return out;
}

}  // namespace

std::string to_text(const IterationState& state) {
  const json out{{"heteroscope_iteration", state.version},
                 {"settings", json::parse(state.settings)},
                 {"point", json_of_iteration(state.point)},
                 {"half", state.half},
                 {"bands", json_of_iteration(state.bands)}};
  return sealed_text(out);
}

IterationState iteration_state_of(const std::string& text, const std::string& name, int planes, int rows) {
  const json value = parse_json(text, name, deepest_of_state);
  const std::string as = name + ": not the state of this unfinished iteration";
  const Section in(value, "", as);
  IterationState out{.version = in.needed_text("heteroscope_iteration"),
                     .settings = in.needed_section("settings").object().dump(),
                     .point = point_of(in.needed_section("point")),
                     .half = in.whole<int>("half"),
                     .bands = bands_of(in, planes, rows)};
  if (out.half > 1) throw in.fail(Wrong::value, "half", "is neither 0 nor 1");
  check_seal(text, name);
  return out;
}

std::string difference(const IterationState& begun, const IterationState& asked) {
  if (begun.version != asked.version) return fmt::format("version {}", begun.version);
  return difference_of_settings(begun.settings, asked.settings);
}

std::string settings_of_state(const Settings& settings, const Workload& workload) {
  Settings out = default_settings(workload);
  out.problem = canonical(settings.problem, workload);
  out.problem.steps = 0;
  return to_json(out, catalog());
}

}  // namespace heteroscope
