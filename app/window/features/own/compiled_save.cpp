#include "app/window/features/own/compiled_save.hpp"

#include <utility>

#include "app/options/own_files.hpp"
#include "core/base/failure.hpp"
#include "core/base/watch.hpp"
#include "core/device/device.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

std::vector<device::KernelNeeds> needs_of(const OwnVariant& variant) {
  std::vector<device::KernelNeeds> out;
  const OwnSource& source = variant.source();
  if (source.processor != Processor::gpu || !device::facts().available) return out;
  // whoever computes with it says why it cannot be loaded
  attempt([&] { out = variant.needs(source.precisions.front()); });
  return out;
}

}  // namespace

CompiledSave compiled_save(const CompileOrder& order) {
  CompiledSave out{.order = order};
  const Watch watch;
  try {
    CompiledCode code = compile_own(own_source_of(order.path, order.text, catalog()));
    out.ms = watch.ms();
    out.messages = std::move(code.warnings);
    out.from_cache = code.from_cache;
    out.variant = &own_variants().add(order.path, order.text);
    out.needs = needs_of(*out.variant);
  } catch (const CompileError& wrong) {
    out.messages = wrong.messages;
    out.why = wrong.what();
  }
  return out;
}

}  // namespace heteroscope
