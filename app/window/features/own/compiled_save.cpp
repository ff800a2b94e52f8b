#include "app/window/features/own/compiled_save.hpp"

#include <chrono>
#include <utility>

#include "app/options/own_files.hpp"
#include "core/base/failure.hpp"
#include "core/device/device.hpp"
#include "kernels/own_headers.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

/// Compiles a variant that stands in no list, and leaves the code in the cache, from where others take it. One effort
/// suffices: -O1 takes as long as -O3 (0.21 s against 0.22 s for heat's plain loop), and NVRTC knows no such choice.
CompiledCode compiled_aside(const CompileOrder& order) {
  const OwnVariant variant(own_source_of(order.path, order.text, catalog()), {.headers = own_headers()});
  return can_be_compiled(variant.source()) ? variant.compile(CompileEffort::full) : CompiledCode{};
}

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
  const auto begin = std::chrono::steady_clock::now();
  try {
    CompiledCode code = compiled_aside(order);
    out.ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
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
