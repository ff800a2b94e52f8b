#include "app/measures/counted_frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/measures/worked_out.hpp"
#include "app/scope/lens.hpp"
#include "app/text/format.hpp"
#include "app/text/table.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

namespace {

/// "132 x 8"; sides of one are left out at the end.
std::string shape_text(const std::array<unsigned, 3>& shape) {
  std::string out = std::to_string(shape[0]);
  if (shape[1] > 1 || shape[2] > 1) out += fmt::format(" x {}", shape[1]);
  if (shape[2] > 1) out += fmt::format(" x {}", shape[2]);
  return out;
}

}  // namespace

CountedModel model_of(const Plan& plan, const Execution& execution, const Work& work, const Field& input) {
  CountedModel out{.work = work, .accesses = {}};
  auto of = lens_of(plan, execution);
  if (!of) return out;
  const Field on_host = input.size().area() > 0 ? input.with_host_copy() : Field();
  if (on_host.size().area() > 0) of->problem.values = on_host.host_view();
  std::array<AccessTotal, access_kinds> all{};
  for (const WorkedOutLaunch& launch : worked_out(of->variant->make(of->problem))) {
    for (std::size_t kind = 0; kind < all.size(); ++kind) {
      const AccessTotal one = launch.totals.sum(static_cast<Access>(kind));
      // sectors are counted for each request, passes for each instruction
      all[kind].requests += one.requests;
      all[kind].sectors += one.sectors;
      all[kind].passes += one.passes;
    }
  }
  constexpr std::pair<Access, const char*> known[] = {{Access::global_load, "load_sectors"},
                                                      {Access::global_store, "store_sectors"},
                                                      {Access::shared_load, "shared_load_passes"},
                                                      {Access::shared_store, "shared_store_passes"},
                                                      {Access::shared_atomic, "shared_atomic_passes"}};
  for (const auto& [kind, id] : known) {
    const AccessTotal& total = all[static_cast<std::size_t>(kind)];
    if (total.requests > 0) out.accesses[id] = (is_shared(kind) ? total.passes : total.sectors) / total.requests;
  }
  return out;
}

void put_accesses(CountedColumn& column, const CountedModel& model) {
  for (Counted& each : column.measures) {
    if (const auto found = model.accesses.find(each.measure.id); found != model.accesses.end())
      each.modeled = found->second;
  }
}

std::vector<CountedColumn> columns_of(const Frame& frame) {
  const Plan& plan = frame.plan;
  const Workload& workload = *plan.workload;
  const std::vector<CountedLaunches::Stage>& stages = frame.counted->stages;
  std::vector<CountedColumn> out;
  std::vector<device::Counts> all;
  for (const CountedLaunches::Stage& each : stages) {
    // what shows an iteration's state is no part of the work
    const bool is_work = !workload.has_own_state() || each.stage == 0;
    const Work* const work = stages.size() == 1 && is_work ? &frame.work : nullptr;
    out.push_back({std::string(workload.stages[static_cast<std::size_t>(each.stage)].id), counted(each.counts, work)});
    if (is_work) all.push_back(each.counts);
  }
  if (out.size() > 1) out.push_back({workload.has_own_state() ? "steps" : "all", counted(sum_of(all), &frame.work)});
  // whose accesses are known has one stage
  if (out.size() == 1) put_accesses(out.front(), model_of(plan, plan.settings.execution, frame.work, frame.input));
  return out;
}

std::string value_text(const Datum& measure) {
  if (measure.unit == "B") return format_si(measure.number(), "B");
  if (measure.unit == "%") return fmt::format("{:.1f} %", measure.number());
  if (measure.unit == "µs") return fmt::format("{} µs", format_four(measure.number()));
  return measure.number() >= 1e4 ? format_si(measure.number()) : fmt::format("{:.2f}", measure.number());
}

const Counted* find_counted(const CountedColumn& column, const std::string& id) {
  const auto found = std::ranges::find_if(column.measures, [&](const Counted& each) { return each.measure.id == id; });
  return found != column.measures.end() ? &*found : nullptr;
}

std::optional<RoofPoint> counted_point(const CountedColumn& column, double bytes_per_s, const std::string& bytes) {
  const Counted* const memory = find_counted(column, "dram_bytes");  // it has the model, by which the time is known
  const Counted* const counted = find_counted(column, bytes);
  const Counted* const operations = find_counted(column, "operations");
  if (memory == nullptr || counted == nullptr || !memory->modeled || !(bytes_per_s > 0)) return std::nullopt;
  const Work work{.operations = operations != nullptr ? operations->measure.number() : 0,
                  .fma_per_operation = 1,
                  .bytes = counted->measure.number()};
  return roof_point(work, *memory->modeled / bytes_per_s * 1e3);
}

namespace {

/// A kernel as a line of a table of what was counted.
ResultRow kernel_row(const NotedKernel& kernel, const device::MultiprocessorLimits& limits) {
  const device::KernelNeeds& needs = kernel.kernel.needs;
  const device::Launch& launch = kernel.launch;
  const device::Occupancy held = device::occupancy(needs, launch.threads(), launch.dynamic_shared, limits);
  const auto count = [](auto value) { return static_cast<std::int64_t>(value); };
  return {
      .data = {plain_datum("of", kernel.kernel.name), plain_datum("launches", kernel.launches),
               plain_datum("grid", shape_text(launch.grid)), plain_datum("block", shape_text(launch.block)),
               plain_datum("registers", count(needs.registers)), plain_datum("local_bytes", count(needs.local_bytes)),
               plain_datum("shared_bytes", count(needs.static_shared + launch.dynamic_shared)),
               plain_datum("blocks_at_once", count(held.blocks)), plain_datum("occupancy_percent", 100 * held.share),
               plain_datum("limited_by", std::string(id_of(held.limit)))},
      .settings = {}};
}

}  // namespace

std::string counters_csv(const std::vector<CountedColumn>& columns, const std::vector<NotedKernel>& kernels,
                         const device::MultiprocessorLimits& limits) {
  std::vector<ResultRow> rows;
  for (const CountedColumn& column : columns) {
    ResultRow row{.data = {plain_datum("of", column.title)}, .settings = {}};
    for (const Counted& each : column.measures) {
      row.data.push_back(each.measure);
      if (!each.modeled) continue;
      Datum model = each.measure;
      model.id += "_modeled";
      model.value = *each.modeled;
      row.data.push_back(std::move(model));
    }
    rows.push_back(std::move(row));
  }
  for (const NotedKernel& each : kernels) rows.push_back(kernel_row(each, limits));
  return rows_csv(rows);
}

KernelLine line_of(const NotedKernel& kernel, const device::MultiprocessorLimits& limits) {
  const device::KernelNeeds& needs = kernel.kernel.needs;
  const device::Launch& launch = kernel.launch;
  const device::Occupancy held = device::occupancy(needs, launch.threads(), launch.dynamic_shared, limits);
  return {.kernel = kernel.kernel.name,
          .launches = std::to_string(kernel.launches),
          .grid = shape_text(launch.grid),
          .block = shape_text(launch.block),
          .registers = std::to_string(needs.registers),
          .local_bytes = std::to_string(needs.local_bytes),
          .shared_bytes = std::to_string(needs.static_shared + launch.dynamic_shared),
          .blocks_at_once = std::to_string(held.blocks),
          .occupancy = fmt::format("{:.0f} %", 100 * held.share),
          .limit = std::string(id_of(held.limit))};
}

std::string kernels_table(const std::vector<NotedKernel>& kernels, const device::MultiprocessorLimits& limits) {
  TextTable table({{"kernel"},
                   {"launches", true},
                   {"grid", true},
                   {"block", true},
                   {"registers", true},
                   {"local bytes", true},
                   {"shared bytes", true},
                   {"blocks at once", true},
                   {"occupancy", true},
                   {"limited by"}});
  for (const NotedKernel& each : kernels) {
    const KernelLine line = line_of(each, limits);
    table.add({line.kernel, line.launches, line.grid, line.block, line.registers, line.local_bytes, line.shared_bytes,
               line.blocks_at_once, line.occupancy, line.limit});
  }
  return table.markdown();
}

}  // namespace heteroscope
