#include "app/commands/profile/model_report.hpp"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "app/measures/worked_out.hpp"
#include "app/results/result.hpp"
#include "app/scope/lens.hpp"
#include "app/text/format.hpp"
#include "app/text/table.hpp"
#include "core/base/failure.hpp"
#include "core/base/message.hpp"

namespace heteroscope {
namespace {

constexpr device::Capability oldest{7, 5};  // the oldest that current toolkits compile for

constexpr std::array<std::string_view, access_kinds> access_names{"global load", "global store", "global atomic",
                                                                  "shared load", "shared store", "shared atomic"};

std::string_view name_of_total(const AccessTotal& total) {
  return access_names[static_cast<std::size_t>(total.access)];
}

std::vector<device::CapabilityFacts> wanted(std::optional<device::Capability> like) {
  if (like) return {*device::find_capability(*like)};
  std::vector<device::CapabilityFacts> out;
  for (const device::CapabilityFacts& each : device::known_capabilities()) {
    if (each.of >= oldest) out.push_back(each);
  }
  return out;
}

std::string launches_table(const std::vector<WorkedOutLaunch>& launches) {
  TextTable table(
      {{"launch"}, {"blocks", true}, {"warps per block", true}, {"steps per warp", true}, {"shared bytes", true}});
  for (const WorkedOutLaunch& each : launches) {
    table.add({each.launch.label, fmt::format("{} x {}", each.launch.columns, each.launch.rows),
               std::to_string(each.launch.warps), std::to_string(each.launch.steps),
               std::to_string(each.shared_bytes)});
  }
  return table.markdown();
}

std::string accesses_table(const std::vector<WorkedOutLaunch>& launches) {
  TextTable table({{"launch"}, {"access"}, {"array"}, {"requests", true}, {"each", true}, {"bytes used", true}});
  for (const WorkedOutLaunch& launch : launches) {
    for (const AccessTotal& each : launch.totals.of) {
      if (each.requests <= 0) continue;
      table.add({launch.launch.label, std::string(name_of_total(each)), std::string(each.array),
                 format_si(each.requests),
                 fmt::format("{:.2f} {}", each.a_request(), is_shared(each.access) ? "passes" : "sectors"),
                 percent(each.used())});
    }
  }
  return table.markdown();
}

std::string occupancy_table(const std::vector<WorkedOutLaunch>& launches,
                            const std::vector<device::CapabilityFacts>& on) {
  TextTable table({{"launch"},
                   {"capability", true},
                   {"blocks at once", true},
                   {"occupancy", true},
                   {"limited by"},
                   {"up to registers", true}});
  for (const WorkedOutLaunch& launch : launches) {
    for (const device::CapabilityFacts& each : on) {
      const device::Occupancy held = most_occupancy(launch, each);
      table.add({launch.launch.label, text(each.of), std::to_string(held.blocks),
                 fmt::format("{:.0f} %", 100 * held.share), std::string(id_of(held.limit)),
                 std::to_string(registers_for_most(launch, each))});
    }
  }
  return table.markdown();
}

std::string csv_of(const std::vector<WorkedOutLaunch>& launches, const std::vector<device::CapabilityFacts>& on) {
  std::vector<ResultRow> rows;
  for (const WorkedOutLaunch& launch : launches) {
    for (const AccessTotal& each : launch.totals.of) {
      if (each.requests <= 0) continue;
      rows.push_back(
          {.data = {plain_datum("launch", launch.launch.label), plain_datum("access", std::string(name_of_total(each))),
                    plain_datum("array", std::string(each.array)), plain_datum("requests", each.requests),
                    plain_datum(is_shared(each.access) ? "passes" : "sectors", each.a_request()),
                    plain_datum("used_percent", 100 * each.used())},
           .settings = {}});
    }
    for (const device::CapabilityFacts& each : on) {
      const device::Occupancy held = most_occupancy(launch, each);
      rows.push_back({.data = {plain_datum("launch", launch.launch.label), plain_datum("capability", text(each.of)),
                               plain_datum("blocks_at_once", std::int64_t{held.blocks}),
                               plain_datum("occupancy_percent", 100 * held.share),
                               plain_datum("limited_by", std::string(id_of(held.limit))),
                               plain_datum("up_to_registers", std::int64_t{registers_for_most(launch, each)})},
                      .settings = {}});
    }
  }
  return rows_csv(rows);
}

}  // namespace

ModelReport model_report(const Plan& plan, const Execution& of, const Field& input,
                         std::optional<device::Capability> like) {
  auto lens = lens_of(plan, of);
  if (!lens) throw BadInput("profile --model: " + why_no_lens(plan, of));
  if (input.size().area() > 0) lens->problem.values = input.host_view();
  const std::vector<WorkedOutLaunch> launches = worked_out(lens->variant->make(lens->problem));
  const std::vector<device::CapabilityFacts> on = wanted(like);
  const BlockShape block = lens->problem.block;
  return {.text = fmt::format(
              "{}, blocks of {}x{}: computed from its addresses; nothing was run on a GPU\n\n{}\n{}\n{}\neach: "
              "32-byte sectors of global memory, or passes over the banks of shared memory, per instruction of "
              "a warp. occupancy counts threads, blocks and shared memory. It is lower where the compiler gives a "
              "thread more registers than stand under \"up to registers\"; profile without --model tells, on a GPU, "
              "how many it gives.\n",
              lens->variant->variant, block.x, block.y, launches_table(launches), accesses_table(launches),
              occupancy_table(launches, on)),
          .csv = csv_of(launches, on)};
}

device::Capability parse_capability(const std::string& text) {
  const auto found = device::capability_in(text);
  if (found && device::find_capability(*found) != nullptr) return *found;
  std::string known;
  for (const device::CapabilityFacts& each : device::known_capabilities())
    known += (known.empty() ? "" : ", ") + device::text(each.of);
  throw BadInput(fmt::format("--like: no compute capability '{}'; known: {}", printable(text), known));
}

}  // namespace heteroscope
