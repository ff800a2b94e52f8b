#include "app/measures/efficiencies.hpp"

#include <array>
#include <optional>

namespace heteroscope {

namespace {

/// A measure of sectors or passes a request; which of them the counters tell how many there were.
struct Part {
  const char* measure;
  const char* requests;
};

struct Efficiency {
  std::string_view label;
  std::array<Part, 2> parts;
  std::size_t count = 1;
};

constexpr Part loads{"load_sectors", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"};
constexpr Part stores{"store_sectors", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"};
constexpr Part shared_loads{"shared_load_passes", "smsp__inst_executed_op_shared_ld.sum"};
constexpr Part shared_stores{"shared_store_passes", "smsp__inst_executed_op_shared_st.sum"};

constexpr std::array<Efficiency, 3> all{{{"global load efficiency", {loads}, 1},
                                         {"global store efficiency", {stores}, 1},
                                         {"shared efficiency", {shared_loads, shared_stores}, 2}}};

/// All that the model expects of these, over all that was counted; none where one of the two is not known.
std::optional<double> expected_over_counted(const Efficiency& of, const CountedColumn& column,
                                            const device::Counts& counts) {
  double expected = 0;
  double counted = 0;
  for (std::size_t i = 0; i < of.count; ++i) {
    const Counted* const measure = find_counted(column, of.parts[i].measure);
    const auto requests = counts.find(std::string_view(of.parts[i].requests));
    if (measure == nullptr || !measure->modeled || requests == counts.end()) return std::nullopt;
    expected += requests->second * *measure->modeled;
    counted += requests->second * measure->measure.number();
  }
  return counted > 0 ? std::optional(expected / counted) : std::nullopt;
}

}  // namespace

std::vector<ModelFigure> counted_efficiencies(const std::vector<ModelFigure>& modeled, const CountedColumn& column,
                                              const device::Counts& counts) {
  std::vector<ModelFigure> out;
  for (const ModelFigure& figure : modeled) {
    for (const Efficiency& each : all) {
      if (each.label != figure.label || !figure.value) continue;
      if (const auto ratio = expected_over_counted(each, column, counts))
        out.push_back({.label = figure.label, .value = *figure.value * *ratio, .unit = figure.unit});
    }
  }
  return out;
}

}  // namespace heteroscope
