// The program's workloads for the GPU of fake_device.cpp: whatever is meant for a GPU runs the reference there.
#include <array>
#include <deque>
#include <utility>
#include <vector>

#include "core/trace/pass_of.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

constexpr std::size_t most_stages = 32;
std::array<const Variant*, most_stages> references{};

/// A reference notes its rows as a thread's; a GPU's pieces leave records instead: one, of all rows.
template <std::size_t stage, class J>
void run(const J& job) {
  J own = job;
  own.trace = nullptr;
  if (job.trace != nullptr) {
    const PassShape pass = pass_of(job, "rows");
    job.trace->begin_pass(pass);
    const SpanSink sink = job.trace->begin_launch({}, {.wraps = true});
    const auto width = static_cast<std::uint64_t>(pass.space.width);
    const Cells cells{static_cast<std::uint64_t>(job.rows.begin) * width,
                      static_cast<std::uint64_t>(job.rows.count()) * width};
    if (sink.count > 0) *sink.records = {.start_ns = 1, .end_and_unit = std::uint64_t{2} << 16, .cells = cells};
  }
  references[stage]->run(own);
}

template <class J, std::size_t... stages>
constexpr std::array<JobFunction<void>, most_stages> runs_of(std::index_sequence<stages...>) {
  return {run<stages, J>...};
}

JobFunction<void> run_of(std::size_t stage) {
  constexpr std::make_index_sequence<most_stages> all;
  static constexpr auto maps = runs_of<MapJob>(all);
  static constexpr auto reductions = runs_of<ReduceJob>(all);
  static constexpr auto iterations = runs_of<IterateJob>(all);
  const JobFunction<void>& real = references.at(stage)->run;
  return (real.takes_map() ? maps : real.takes_reduction() ? reductions : iterations)[stage];
}

Variant on_gpu(std::size_t stage) {
  Variant out;
  out.processor = Processor::gpu;
  out.summary = "The plain loop, in the GPU's place";
  out.knobs = {.precisions = both_precisions,
               .memory_kinds = all_memory_kinds,
               .blocks = BlockRule::any,
               .default_block = {32, 4}};
  out.run = run_of(stage);
  return out;
}

struct Faked {
  std::deque<Variant> variants;
  std::deque<Workload> workloads;
  std::vector<const Workload*> all;

  explicit Faked(Catalog real) {
    std::size_t at = 0;
    for (const Workload* each : real) {
      Workload& copy = workloads.emplace_back(*each);
      for (Stage& stage : copy.stages) {
        references.at(at) = stage.find(stage.reference());
        const Variant& fake = variants.emplace_back(on_gpu(at++));
        for (NamedVariant& named : stage.variants) {
          if (named.variant->processor == Processor::gpu) named.variant = &fake;
        }
      }
      all.push_back(&copy);
    }
  }
};

}  // namespace

// The linker leads the program's calls of catalog() to the second of these (--wrap).
Catalog real_catalog() asm("__real__ZN11heteroscope7catalogEv");
Catalog faked_catalog() asm("__wrap__ZN11heteroscope7catalogEv");

Catalog faked_catalog() {
  static const Faked faked(real_catalog());
  return faked.all;
}

}  // namespace heteroscope
