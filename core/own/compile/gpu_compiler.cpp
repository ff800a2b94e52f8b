#include "core/own/compile/gpu_compiler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/own/compile/ptx_places.hpp"

namespace heteroscope {
namespace {

/// "9.0".
std::string capability_text(int capability) {
  return fmt::format("{}.{}", capability / 10, capability % 10);
}

/// The name of the kernel that is launched in an instance's place where its blocks are traced.
std::string traced_symbol(const KernelInstance& instance) {
  return fmt::format("heteroscope_traced_{}_{}", instance.kernel, bytes_of(instance.precision));
}

}  // namespace

GpuCompiler::GpuCompiler(const Nvrtc& nvrtc, int capability, NvrtcProcess* process)
    : nvrtc_(nvrtc), capability_(capability), process_(process) {
  if (!nvrtc.why_not().empty()) throw BadInput(nvrtc.why_not());
  const std::vector<int> all = nvrtc.architectures();
  if (std::ranges::find(all, capability) != all.end()) return;
  const bool newer = !all.empty() && capability > all.back();
  throw BadInput(
      fmt::format("{} cannot generate code for compute capability {}{}", nvrtc.version(), capability_text(capability),
                  newer ? fmt::format(", but up to {}: a newer CUDA toolkit is needed", capability_text(all.back()))
                        : fmt::format(": an older CUDA toolkit is needed")));
}

std::vector<std::string> GpuCompiler::options() const {
  return {"-std=c++20", "--fmad=false", "-lineinfo", fmt::format("--gpu-architecture=sm_{}", capability_)};
}

std::vector<std::string> GpuCompiler::identity() const {
  std::vector<std::string> out = options();
  out.push_back(nvrtc_.version());
  return out;
}

CompilerOutput GpuCompiler::compile(const CompileTask& task, const std::string& text) const {
  // A name in a folder that is nowhere: beside it are no headers to be found.
  Nvrtc::Input input{.source = text, .name = "/heteroscope/unit.cu", .headers = task.headers, .options = options()};
  for (std::string& each : definitions_of(task)) input.options.push_back(std::move(each));
  for (const KernelInstance& each : instances_of(*task.source))
    input.kernels.push_back(task.traced ? traced_symbol(each) : name_of(*task.source, each));
  Nvrtc::Output made = process_ != nullptr ? process_->compile(input) : nvrtc_.compile(input);
  if (!made.succeeded) made.log = with_places_of_ptx(made.log, made.ptx, unit_name(*task.source));
  return {.succeeded = made.succeeded,
          .log = std::move(made.log),
          .code = std::move(made.cubin),
          .symbols = std::move(made.symbols),
          .ptx = std::move(made.ptx)};
}

std::string_view GpuCompiler::prelude(const CompileTask& task) const {
  constexpr std::string_view plain =
      "namespace heteroscope::own { template <class T> __device__ int kernel_over(void (*)(T)); }";
  // the person's kernels become functions that others call, whose threads meet again behind them
  constexpr std::string_view traced =
      "#include \"core/own/traced_blocks.cuh\"\n"
      "#undef __global__\n"
      "#define __global__ __device__\n"
      "#undef __grid_constant__\n"
      "#define __grid_constant__";
  return task.traced ? traced : plain;
}

std::string GpuCompiler::check_of(const CompileTask& task, const KernelInstance& instance) const {
  const std::string arguments = arguments_of(*task.source, instance);
  const std::string name = name_of(*task.source, instance);
  if (!task.traced) {
    return fmt::format("using heteroscope_check_{}_{} = decltype(::heteroscope::own::kernel_over<{}>({}));",
                       instance.kernel, bytes_of(instance.precision), arguments, name);
  }
  return fmt::format(
      "extern \"C\" __attribute__((global)) void {}(const {} of, const ::heteroscope::TracedBlocks blocks) {{ "
      "const ::heteroscope::BlockTimer<::heteroscope::Tracing::on> timer(blocks.sink); {}(of); "
      "timer.finish([&] {{ return ::heteroscope::traced_cells(blocks); }}); }}",
      traced_symbol(instance), arguments, name);
}

}  // namespace heteroscope
