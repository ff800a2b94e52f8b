#include "app/production/iteration/iteration_state.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "core/base/error.hpp"
#include "core/io/json/json_exact.hpp"
#include "core/io/json/json_text.hpp"
#include "core/model/schema/settings_json.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

using nlohmann::json;

json json_of(const IterationPoint& point) {
  json measured = json::array();
  for (const Measured& each : point.measured)
    measured.push_back({{"step", each.step}, {"value", exact_text(each.value)}, {"ms", exact_text(each.ms)}});
  return {{"step", point.step},
          {"painted", point.painted},
          {"ms", exact_text(point.ms)},
          {"settled", point.settled},
          {"measured", std::move(measured)}};
}

IterationPoint point_of(const json& in) {
  IterationPoint out{.step = whole_number<std::int64_t>(in, "step"),
                     .painted = whole_number<std::size_t>(in, "painted"),
                     .measured = {},
                     .ms = exact_number(in.at("ms")),
                     .settled = in.at("settled").get<bool>()};
  for (const json& each : in.at("measured")) {
    out.measured.push_back({.step = whole_number<std::int64_t>(each, "step"),
                            .value = exact_number(each.at("value")),
                            .ms = exact_number(each.at("ms"))});
  }
  return out;
}

json json_of(const std::vector<KeptBand>& bands) {
  json out = json::array();
  for (const KeptBand& each : bands)
    out.push_back({{"begin", each.rows.begin}, {"end", each.rows.end}, {"sums", each.sums}});
  return out;
}

/// The bands of all rows, one after the other.
std::vector<KeptBand> bands_of(const json& in, int planes, int rows) {
  std::vector<KeptBand> out;
  int next = 0;
  for (const json& each : in) {
    KeptBand band{.rows = {whole_number<int>(each, "begin"), whole_number<int>(each, "end")}, .sums = {}};
    for (const json& sum : each.at("sums")) band.sums.push_back(whole_number<std::uint32_t>({{"sum", sum}}, "sum"));
    if (band.rows.begin != next || band.rows.empty() || band.sums.size() != static_cast<std::size_t>(planes))
      throw std::out_of_range("bands");
    next = band.rows.end;
    out.push_back(std::move(band));
  }
  if (next != rows) throw std::out_of_range("bands");
  return out;
}

}  // namespace

std::string to_text(const IterationState& state) {
  const json out{{"heteroscope_iteration", state.version},
                 {"settings", json::parse(state.settings)},
                 {"point", json_of(state.point)},
                 {"half", state.half},
                 {"bands", json_of(state.bands)}};
  return sealed_text(out);
}

IterationState iteration_state_of(const std::string& text, const std::string& name, int planes, int rows) {
  return read_exactly(text, name, "state of such an unfinished iteration", [&](const json& in) {
    IterationState out{.version = in.at("heteroscope_iteration").get<std::string>(),
                       .settings = object_text(in, "settings"),
                       .point = point_of(in.at("point")),
                       .half = whole_number<int>(in, "half"),
                       .bands = bands_of(in.at("bands"), planes, rows)};
    if (out.half > 1) throw std::out_of_range("half");
    check_seal(text, name);
    return out;
  });
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
