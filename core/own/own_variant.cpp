#include "core/own/own_variant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/device/device.hpp"
#include "core/own/block_trace.hpp"
#include "core/own/compile/cpu_compiler.hpp"
#include "core/own/compile/gpu_compiler.hpp"
#include "core/own/cpu_module.hpp"
#include "core/own/gpu_module.hpp"
#include "core/own/launch_parts.hpp"
#include "core/own/own_accesses.hpp"
#include "core/own/source/launch_shape.hpp"
#include "core/trace/library_span.hpp"
#include "core/trace/pass_of.hpp"

namespace heteroscope {
namespace {

/// CUDA's limit of a kernel's arguments before 12.1, and on older GPUs, is 4096; TracedBlocks come beside them.
constexpr std::size_t most_argument_bytes = 4000;

constexpr BlockShape usual_block{32, 8};

Precision precision_of(const MapJob& job) {
  return job.output.precision;
}
Precision precision_of(const ReduceJob& job) {
  return job.input.precision;
}
Precision precision_of(const IterateJob& job) {
  return job.precision();
}

/// A trace of one span: nothing is known of what threads of the function compute.
void add_span(TraceWriter& trace, const PassShape& pass, std::uint64_t start_ns) {
  trace.begin_pass(pass);
  trace.begin_threads({.origin = first_cell(pass), .wraps = true});
  trace.add(0, {0, cells_of(pass)}, start_ns, steady_ns());
}

/// The number of the kernel's instance in a precision.
std::size_t instance_of(const OwnSource& source, std::size_t kernel, Precision precision) {
  const auto at = std::ranges::find(source.precisions, precision) - source.precisions.begin();
  return kernel * source.precisions.size() + static_cast<std::size_t>(at);
}

/// The path from the working folder on, if the file is in it, which is how relays know a file; the whole one otherwise.
std::string path_from_here(const std::filesystem::path& path) {
  const std::filesystem::path whole = path.lexically_normal();
  std::error_code unknown;
  const std::filesystem::path below = whole.lexically_relative(std::filesystem::current_path(unknown));
  return below.empty() || *below.begin() == ".." ? whole.string() : below.string();
}

}  // namespace

/// Compiled code, and its kernels once it is loaded.
struct OwnVariant::Loaded {
  CompiledCode code;
  std::optional<CpuModule> on_cpu;
  std::unique_ptr<GpuModule> on_gpu;
  std::vector<CpuModule::Function> functions;  ///< of instances_of() the source, like symbols
  std::vector<GpuKernel> kernels;              ///< likewise; empty where no GPU has loaded them
};

OwnVariant::OwnVariant(OwnSource source, OwnTools tools)
    : source_(std::move(source)), tools_(std::move(tools)), id_(source_.id()), path_(path_from_here(source_.path)) {
  describe();
}

OwnVariant::~OwnVariant() = default;

void OwnVariant::describe() {
  if (source_.summary.empty()) source_.summary = fmt::format("From the file {}.", id_);
  for (const OwnTunable& each : source_.tunables) helps_.push_back(fmt::format("The constant {} of {}.", each.id, id_));
  for (std::size_t i = 0; i < source_.tunables.size(); ++i) {
    const OwnTunable& each = source_.tunables[i];
    tunables_.push_back(
        {.id = each.id, .label = each.id, .help = helps_[i], .values = each.values, .initial = each.initial});
  }
  const bool gpu = source_.processor == Processor::gpu;
  variant_.processor = source_.processor;
  variant_.summary = source_.summary;
  variant_.own_id = id_;
  variant_.own_path = path_;
  variant_.own = &source_;
  variant_.knobs = {.precisions = source_.precisions, .threads = !gpu, .tunables = tunables_};
  if (gpu) {
    variant_.knobs.memory_kinds = all_memory_kinds;
    // a kernel that is written for blocks of one row counts with their columns alone
    variant_.knobs.blocks = source_.block.x > 0 && source_.block.y == 1 ? BlockRule::one_dimensional : BlockRule::any;
    variant_.knobs.default_block = source_.block == BlockShape{} ? usual_block : source_.block;
    variant_.unavailable = gpu_module_unavailable;
  }
  if (!source_.addresses.accesses.empty()) {
    accesses_ = {.stage = source_.workload->stages[source_.stage].id,
                 .variant = id_,
                 .any_block = true,
                 .default_block = variant_.knobs.default_block,
                 .make = [this](const AccessProblem& problem) { return own_accesses(source_, problem); }};
    variant_.accesses = &accesses_;
  }
  const OwnKernels& stage = source_.stage_kernels();
  variant_.unfit = stage.unfit;
  variant_.reordered = stage.reordered;
  variant_.sum_error = stage.sum_error;
  const Stage& whole = source_.workload->stages[source_.stage];
  if (whole.iteration() != nullptr) {
    take<IterateJob>();
  } else if (whole.reduction() != nullptr) {
    take<ReduceJob>();
  } else {
    take<MapJob>();
  }
}

template <class J>
void OwnVariant::take() {
  variant_.run = {run_job<J>, this};
  if (source_.stage_kernels().scratch_bytes == nullptr) return;
  constexpr JobFunction<std::size_t>::WithContext<J> bytes = [](const void* self, const J& job) {
    return static_cast<const OwnVariant*>(self)->source_.stage_kernels().scratch_bytes(AnyJob(job));
  };
  variant_.scratch_bytes = {bytes, this};
}

template <class J>
void OwnVariant::run_job(const void* self, const J& job) {
  static_cast<const OwnVariant*>(self)->run(AnyJob(job), precision_of(job));
}

void OwnVariant::run(const AnyJob& job, Precision precision) const {
  if (source_.processor == Processor::gpu) return run_on_gpu(job, precision);
  const Loaded& code = loaded(job->tunables);
  const OwnKernels& stage = source_.stage_kernels();
  if (stage.fill_scratch != nullptr) stage.fill_scratch(job, job->scratch);
  const std::uint64_t start_ns = steady_ns();
  launch_in_parts(stage, job, [&](const OwnLaunch& launch) {
    for (std::size_t kernel = 0; kernel < source_.kernels.size(); ++kernel)
      code.functions[instance_of(source_, kernel, precision)](launch.arguments);
  });
  if (job->trace != nullptr) add_span(*job->trace, pass(job), start_ns);
}

PassShape OwnVariant::pass(const AnyJob& any) const {
  const std::string_view whole = source_.kernels.front().name.text;
  const std::string_view name = whole.substr(2);  // without the "::" of the global namespace
  if (const auto* const job = any.as<MapJob>()) return pass_of(*job, name);
  if (const auto* const job = any.as<ReduceJob>()) return pass_of(*job, name);
  return pass_of(*any.as<IterateJob>(), name);
}

void OwnVariant::run_on_gpu(const AnyJob& job, Precision precision) const {
  const device::Facts& gpu = device::facts();
  const bool by_block = job->trace != nullptr && traces_blocks(source_);
  const Loaded& code = loaded(job->tunables, by_block);
  check_loaded(code);
  fill_gpu_scratch(job);
  const PassShape whole = pass(job);
  const auto launch_all = [&](const OwnLaunch& launch) {
    if (launch.bytes > most_argument_bytes) throw std::logic_error("a kernel's arguments have more than 4000 bytes");
    const OwnLaunchShape shape = launch_shape(
        source_, {.cells = launch.cells, .block = job->block, .tunables = job->tunables, .precision = precision}, gpu);
    const TracedBlocks blocks = by_block ? begin_blocks(*job->trace, source_, whole, launch, shape) : TracedBlocks{};
    for (std::size_t kernel = 0; kernel < source_.kernels.size(); ++kernel) {
      const GpuKernel& each = code.kernels[instance_of(source_, kernel, precision)];
      if (by_block) {
        each.launch(shape, job->block, {launch.arguments, &blocks}, job->stream);
      } else {
        each.launch(shape, job->block, {launch.arguments}, job->stream);
      }
    }
  };
  const auto launch_parts = [&] { launch_in_parts(source_.stage_kernels(), job, launch_all); };
  by_block ? launch_parts() : traced_library(*job.operator->(), whole, launch_parts);
}

void OwnVariant::fill_gpu_scratch(const AnyJob& job) const {
  const OwnKernels& stage = source_.stage_kernels();
  if (stage.fill_scratch == nullptr) return;
  std::vector<std::byte> filled(stage.scratch_bytes(job));
  stage.fill_scratch(job, filled.data());
  upload(job->scratch, filled, job->stream);
}

void OwnVariant::check_loaded(const Loaded& code) const {
  if (code.kernels.empty()) throw DeviceError(fmt::format("{} is not loaded on a GPU", id_));
}

CompiledCode OwnVariant::compile(std::span<const int> tunables) const {
  return compile(Key{.capability = capability(), .tunables = all_values(tunables)});
}

CompiledCode OwnVariant::compile(const Key& key) const {
  const CompileTask task{&source_, key.tunables, tools_.headers, key.traced};
  return compiled(task, *compiler_for(key), tools_.cache);
}

const CompiledCode& OwnVariant::prepare(std::span<const int> tunables) const {
  return loaded(tunables).code;
}

std::vector<device::KernelNeeds> OwnVariant::needs(Precision precision, std::span<const int> tunables) const {
  const Loaded& code = loaded(tunables);
  check_loaded(code);
  std::vector<device::KernelNeeds> out;
  for (std::size_t kernel = 0; kernel < source_.kernels.size(); ++kernel)
    out.push_back(code.kernels[instance_of(source_, kernel, precision)].needs());
  return out;
}

const OwnVariant::Loaded& OwnVariant::loaded(std::span<const int> tunables, bool traced) const {
  const int capability = this->capability();
  const std::lock_guard lock(mutex_);
  return loaded_with({capability, all_values(tunables), traced});
}

const OwnVariant::Loaded& OwnVariant::loaded_with(Key key) const {
  std::unique_ptr<Loaded>& place = loaded_[key];
  if (place == nullptr) place = load(key);
  return *place;
}

std::unique_ptr<OwnVariant::Loaded> OwnVariant::load(const Key& key) const {
  auto out = std::make_unique<Loaded>();
  out->code = compile(key);
  if (source_.processor == Processor::cpu) {
    out->on_cpu.emplace(out->code.code, unit_name(source_));
    for (const std::string& each : out->code.symbols) out->functions.push_back(out->on_cpu->function(each));
  } else if (device::facts().available && gpu_module_unavailable(device::facts()).empty()) {
    out->on_gpu = std::make_unique<GpuModule>(out->code.code);
    for (const KernelInstance& each : instances_of(source_))
      out->kernels.push_back(out->on_gpu->kernel(out->code.symbols[out->kernels.size()], name_of(source_, each)));
  }
  return out;
}

std::unique_ptr<Compiler> OwnVariant::compiler_for(const Key& key) const {
  if (source_.processor == Processor::cpu) return std::make_unique<CpuCompiler>();
  if (tools_.nvrtc != nullptr) return std::make_unique<GpuCompiler>(*tools_.nvrtc, key.capability);
  return std::make_unique<GpuCompiler>(Nvrtc::get(), key.capability, &NvrtcProcess::get());
}

/// Returns the compute capability for which code is made. Where there is no GPU, code is made for the first that the
/// program supports: whether it compiles is seen as well.
int OwnVariant::capability() const {
  if (source_.processor == Processor::cpu) return 0;
  const device::Facts& gpu = device::facts();
  constexpr int oldest = 75;
  return gpu.major == 0 ? oldest : 10 * gpu.major + gpu.minor;
}

std::vector<int> OwnVariant::all_values(std::span<const int> tunables) const {
  std::vector<int> out;
  for (std::size_t i = 0; i < source_.tunables.size(); ++i)
    out.push_back(i < tunables.size() ? tunables[i] : source_.tunables[i].initial);
  return out;
}

}  // namespace heteroscope
