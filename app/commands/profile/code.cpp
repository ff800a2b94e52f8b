#include "app/commands/profile/code.hpp"

#include <fmt/format.h>

#include "app/measures/counted_frame.hpp"
#include "app/measures/own_code.hpp"
#include "core/base/error.hpp"
#include "core/device/device.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

/// The person's file of a chosen variant.
const OwnSource& chosen_source(const Settings& settings) {
  const Workload& workload = find_workload(catalog(), settings.problem.workload);
  for (const Stage& stage : workload.stages) {
    const auto chosen = settings.execution.variants.find(stage.id);
    if (chosen == settings.execution.variants.end()) continue;
    for (const std::string& id : {chosen->second.gpu, chosen->second.cpu}) {
      const Variant* const variant = stage.find(id);
      if (variant != nullptr && variant->own != nullptr) return *variant->own;
    }
  }
  throw BadInput(
      "profile --code: it lists the code of a variant of your own; choose one by --variant FILE (cuobjdump -sass lists "
      "that of the program)");
}

}  // namespace

std::string code_report(const Settings& settings) {
  const OwnSource& source = chosen_source(settings);
  const Planned planned = plan(settings, catalog(), device::Devices::here());
  const OwnCode code = own_code(source, planned ? &*planned.plan : nullptr);
  if (code.ptx.empty() && code.machine.text.empty()) throw BadInput("profile --code: " + code.machine.why_not);
  std::string out;
  if (!code.kernels.empty()) out = kernels_table(code.kernels, device::facts().multiprocessor) + '\n';
  if (!code.ptx.empty()) out += fmt::format("PTX\n\n{}\n", code.ptx);
  const bool listed = code.machine.why_not.empty();
  return out + (listed ? fmt::format("Machine code, by {}\n{}", code.machine.tool, code.machine.text)
                       : code.machine.why_not + '\n');
}

}  // namespace heteroscope
