#include "core/cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/source.hpp"

namespace heteroscope {

namespace {

/// Operations at which the plain loop takes about a second.
constexpr double patience = 1e8;

constexpr std::array<BlockShape, 9> block_shapes{
    {{32, 1}, {128, 1}, {256, 1}, {1024, 1}, {8, 8}, {16, 16}, {32, 4}, {7, 5}, {32, 32}}};
/// 1/3 and 0.77 cut no height evenly; 0 and 1 leave one side without rows.
constexpr std::array<double, 6> all_shares{0, 0.25, 1.0 / 3, 0.5, 0.77, 1};
constexpr std::array<double, 1> one_share{1.0 / 3};
/// One, more than most rows divide by, and all cores.
constexpr std::array<int, 3> thread_counts{1, 3, 0};

/// Steps of an iteration: more than variants take at a time, and a multiple of nothing.
constexpr int case_steps = 13;

/// A parameter set, and whether the whole product is taken over it.
struct Base {
  Values values;
  Source source;
  Size size;
  bool whole = false;
};

/// What image workloads are tried with: noise first, which hides no mistake; at one size all the rest.
std::vector<Source> sources(const Workload& workload, bool all) {
  if (!workload.takes_image) return {Source{}};
  std::vector<Source> out{{.id = "noise", .number = 1}};
  if (!all || workload.iteration) return out;
  for (const Pattern& each : patterns()) {
    if (each.id != "noise") out.push_back({.id = std::string(each.id), .number = each.initial});
  }
  out.push_back({.id = std::string(workload.default_source)});
  return out;
}

/// How often the worst that a pixel can take must be done.
double operations_of_size(const Workload& workload, const Values& values, Size size) {
  if (workload.size_parameter(values) == nullptr) return static_cast<double>(size.area());
  const Size own = workload.output(workload.bind(values), size, Precision::fp64).size;
  return static_cast<double>(own.area()) * (workload.iteration ? case_steps : 1);
}

std::vector<Base> bases(const Workload& workload, std::span<const Size> sizes) {
  std::vector<Values> sets{initial_values(workload.parameters)};
  for (const Scene& scene : workload.scenes) {
    Values values = sets.front();
    for (const auto& [key, value] : scene.values) values[key] = value;
    sets.push_back(std::move(values));
  }
  for (const Values& trial : workload.trials) {
    Values values = sets.front();
    for (const auto& [key, value] : trial) values[key] = value;
    sets.push_back(std::move(values));
  }
  const std::size_t plain = sets.size();
  for (const Parameter& parameter : workload.parameters) {
    const int values = parameter.kind == ParameterKind::boolean  ? 2
                       : parameter.kind == ParameterKind::choice ? static_cast<int>(parameter.choices.size())
                                                                 : 0;
    for (int value = 0; value < values; ++value) {
      for (std::size_t i = 0; i < plain; ++i) {
        if (sets[i].find(parameter.id)->second == value) continue;
        sets.push_back(sets[i]);
        sets.back()[std::string(parameter.id)] = value;
      }
    }
  }
  std::vector<Base> out;
  const bool has_own_size = workload.size_parameter(sets.front()) != nullptr;
  for (const Size size : has_own_size ? sizes.first(1) : sizes) {
    for (const Source& source : sources(workload, out.empty())) {
      for (const Values& values : sets) {
        const double worst =
            workload.worst_operations == nullptr ? 0 : workload.worst_operations(workload.bind(values));
        if (worst * operations_of_size(workload, values, size) <= patience)
          out.push_back({values, source, size, out.empty()});
      }
    }
  }
  return out;
}

bool wanted(const CaseFilter& filter, const Stage& stage, std::string_view id) {
  if (filter.variants.empty()) return true;
  return std::any_of(filter.variants.begin(), filter.variants.end(),
                     [&](const std::string& each) { return each == id || each == fmt::format("{}={}", stage.id, id); });
}

bool wanted(const CaseFilter& filter, Processor processor) {
  return !filter.processor || *filter.processor == processor;
}

bool allowed(BlockRule rule, BlockShape block) {
  return rule == BlockRule::any || (rule == BlockRule::one_dimensional && block.y == 1);
}

/// What a list of knob values stands for when the variant has none: its default alone.
template <class T>
std::vector<T> or_default(std::span<const T> values, T otherwise) {
  if (values.empty()) return {otherwise};
  return {values.begin(), values.end()};
}

std::vector<BlockShape> blocks_of(const Knobs& knobs, bool whole) {
  std::vector<BlockShape> out;
  for (const BlockShape block : block_shapes) {
    // Elsewhere than over the whole product: the two shapes that fit worst.
    const bool hard = block == BlockShape{7, 5} || block == BlockShape{1024, 1};
    if (allowed(knobs.blocks, block) && (whole || hard)) out.push_back(block);
  }
  out.push_back({0, 0});
  return out;
}

class Enumeration {
 public:
  Enumeration(const Workload& workload, const CaseFilter& filter) : workload_(workload), filter_(filter) {}

  void add(const Base& base) {
    for (const auto& [precision, id] : ids<Precision>) {
      if (filter_.precision && *filter_.precision != precision) continue;
      Settings settings = default_settings(workload_);
      settings.parameters = base.values;
      settings.source = base.source;
      settings.size = base.size;
      if (workload_.iteration) settings.steps = case_steps;
      settings.precision = precision;
      for (const Stage& stage : workload_.stages) {
        for (const NamedVariant& each : stage.variants) {
          if (wanted(filter_, stage, each.id)) add_variant(settings, stage, each, base.whole);
        }
      }
    }
  }

  std::vector<Settings> take() { return std::move(cases_); }

 private:
  void add_variant(Settings settings, const Stage& stage, const NamedVariant& named, bool whole) {
    const Knobs& knobs = named.variant->knobs;
    const auto precisions = or_default(knobs.precisions, settings.precision);
    if (std::find(precisions.begin(), precisions.end(), settings.precision) == precisions.end()) return;
    choose_variant(settings, workload_, fmt::format("{}={}", stage.id, named.id));
    if (named.variant->processor == Processor::cpu) {
      add_cpu(settings, knobs, whole);
    } else {
      add_gpu(settings, knobs, whole);
    }
  }

  void add_cpu(Settings settings, const Knobs& knobs, bool whole) {
    if (wanted(filter_, Processor::cpu)) {
      settings.processor = Processor::cpu;
      for (const int threads : knobs.threads ? std::span(thread_counts) : std::span(thread_counts).first(1)) {
        settings.threads = threads;
        cases_.push_back(settings);
      }
    }
    // Beside the default GPU variant it must compute rows that do not start at 0.
    settings.threads = 0;
    add_splits(settings, whole);
  }

  void add_gpu(Settings settings, const Knobs& knobs, bool whole) {
    const std::string_view default_mapping;
    for (const std::string_view mapping : or_default(knobs.mappings, default_mapping)) {
      for (const BlockShape block : blocks_of(knobs, whole)) {
        for (const MemoryKind memory : or_default(knobs.memory_kinds, MemoryKind::device)) {
          settings.mapping = mapping;
          settings.block = block;
          settings.memory = memory;
          settings.processor = Processor::gpu;
          if (wanted(filter_, Processor::gpu)) cases_.push_back(settings);
          add_splits(settings, whole);
        }
      }
    }
  }

  void add_splits(Settings settings, bool whole) {
    const bool gpu_exists = std::any_of(workload_.stages.begin(), workload_.stages.end(),
                                        [](const Stage& stage) { return !stage.default_gpu.empty(); });
    if (!gpu_exists || !wanted(filter_, Processor::split)) return;
    settings.processor = Processor::split;
    for (const double share : whole ? std::span<const double>(all_shares) : std::span<const double>(one_share)) {
      settings.split = share;
      cases_.push_back(settings);
    }
  }

  const Workload& workload_;
  const CaseFilter& filter_;
  std::vector<Settings> cases_;
};

}  // namespace

std::vector<Settings> conformance_cases(const Workload& workload, std::span<const Size> sizes,
                                        const CaseFilter& filter) {
  Enumeration enumeration(workload, filter);
  for (const Base& base : bases(workload, sizes)) enumeration.add(base);
  return enumeration.take();
}

Settings reference_of(const Settings& settings, const Workload& workload) {
  Settings reference = default_settings(workload);
  reference.parameters = settings.parameters;
  reference.source = settings.source;
  reference.precision = settings.precision;
  reference.size = settings.size;
  reference.steps = settings.steps;
  reference.strokes = settings.strokes;
  reference.processor = Processor::cpu;
  for (const Stage& stage : workload.stages) reference.variants[std::string(stage.id)].cpu = stage.reference();
  return reference;
}

std::string command_line_of(const Settings& settings, const Workload& workload) {
  std::string out = fmt::format("heteroscope render {}", settings.workload);
  const Values initial = initial_values(workload.parameters);
  for (const auto& [key, value] : settings.parameters) {
    const auto found = initial.find(key);
    if (found != initial.end() && found->second == value) continue;
    const Parameter* parameter = workload.find_parameter(key);
    out +=
        fmt::format(" --set {}={}", key, parameter != nullptr ? value_text(*parameter, value) : fmt::to_string(value));
  }
  const bool reads_source = !settings.source.id.empty() && workload.reads_source(workload.bind(settings.parameters));
  if (reads_source) {
    out += fmt::format(" --source {}", source_text(settings.source));
    for (const auto& [key, value] : settings.source.values) out += fmt::format(" --set source.{}={}", key, value);
  }
  if (workload.iteration) out += fmt::format(" --steps {}", settings.steps);
  if (reads_source || workload.size_parameter(settings.parameters) == nullptr) {
    out += fmt::format(" --size {}x{}", settings.size.width, settings.size.height);
  }
  out += fmt::format(" --precision {} --processor {}", id_of(settings.precision), id_of(settings.processor));
  for (const auto& [stage, choice] : settings.variants) {
    if (settings.processor != Processor::gpu) out += fmt::format(" --variant {}={}", stage, choice.cpu);
    if (settings.processor != Processor::cpu) out += fmt::format(" --variant {}={}", stage, choice.gpu);
  }
  if (settings.processor != Processor::gpu && settings.threads != 0)
    out += fmt::format(" --threads {}", settings.threads);
  if (settings.processor != Processor::cpu) {
    if (settings.processor == Processor::split) out += fmt::format(" --split {}", settings.split);
    out += fmt::format(" --memory {}", id_of(settings.memory));
    if (settings.block != BlockShape{}) out += fmt::format(" --block {}x{}", settings.block.x, settings.block.y);
    if (!settings.mapping.empty()) out += fmt::format(" --mapping {}", settings.mapping);
  }
  return out + " --out out.npy";
}

}  // namespace heteroscope
