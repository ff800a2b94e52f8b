#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <string>

#include "app/commands/commands.hpp"
#include "app/commands/profile/model_report.hpp"
#include "app/commands/profile/ncu_csv.hpp"
#include "app/compute/compute.hpp"
#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "app/measures/counted_frame.hpp"
#include "app/measures/own_code.hpp"
#include "app/options/file_use.hpp"
#include "app/options/settings_options.hpp"
#include "app/options/unused_options.hpp"
#include "app/text/table.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/base/plural.hpp"
#include "core/device/counters/kernel_name.hpp"
#include "core/device/device.hpp"
#include "core/io/file.hpp"
#include "core/model/schema/command_text.hpp"
#include "core/model/schema/keyed_words.hpp"
#include "core/model/settings/processors.hpp"
#include "core/model/settings/settings.hpp"
#include "core/own/source/own_source.hpp"
#include "core/run/execute.hpp"
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

/// The answer of `profile --code`: what the kernels of the variant from a person's file that the settings choose ask of
/// the GPU, its PTX, and its machine code. Throws BadInput where they choose none, or nothing can list its code.
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

struct ProfileOptions {
  SettingsOptions settings;
  std::optional<std::string> from, csv, like;
  bool ncu = false;
  bool model = false;
  bool code = false;
};

constexpr const char* profile_footer = R"(
Counters are read with CUPTI, a part of the CUDA toolkit; the driver may allow this to
administrators only. Nsight Compute can count instead: --ncu prints its command, and --from reads
its file on any machine. The model beside the counters is computed on the CPU, with the same
options.

--model needs no GPU: it computes from the addresses in the kernels what each instruction moves, and
how many blocks a multiprocessor of each known compute capability holds.

--code compiles a variant of your own, and lists its PTX and its machine code (by nvdisasm, a part of
the CUDA toolkit); for the CPU its machine code by objdump (binutils). Where there is a GPU, registers,
shared memory, spills and occupancy stand above it.

Examples:
  heteroscope profile transpose --variant cuda_shared --block 32x32
  heteroscope profile transpose --variant cuda_shared --block 32x32 --model --like 8.6
  heteroscope profile blur --set radius=21 --csv blur.csv
  heteroscope profile histogram --ncu
  heteroscope profile histogram --from counted.csv)";

constexpr std::size_t largest_csv = std::size_t{1} << 28;

/// Counters and addresses are of kernels, whatever --processor says.
void refuse_file_for_cpu(const std::vector<std::string>& variants, const Workload& workload) {
  for (const std::string& each : variants) {
    const Variant& variant = *find_variants(workload, each, catalog()).front().variant->variant;
    if (variant.own == nullptr || variant.processor != Processor::cpu) continue;
    throw BadInput(
        fmt::format("profile: counters are those of a GPU, and {} is for the CPU; --code lists its machine code",
                    variant.own->id()));
  }
}

Settings profiled_settings(const ProfileOptions& options) {
  SettingsOptions asked = options.settings;
  if (!options.code && !asked["processor"] && !asked.settings_file) asked["processor"] = "gpu";
  Settings out = make_settings(asked);
  if (!options.code) refuse_file_for_cpu(asked.words("variants"), find_workload(catalog(), out.problem.workload));
  refuse_unused(asked, out);
  refuse_unused_parameters(asked, std::span(&out, 1));
  refuse_unused_execution(asked, out);
  if (!options.code && (out.execution.processor != Processor::gpu || shares_a_frame(out.execution)))
    throw BadInput("profile: counters need one GPU alone; choose --processor gpu");
  return out;
}

/// A command line that has Nsight Compute count what profile counts.
std::string ncu_command(const Settings& settings) {
  const Workload& workload = find_workload(catalog(), settings.problem.workload);
  return fmt::format(
      "ncu --clock-control none --csv --page raw --print-units base --kernel-name-base mangled -k regex:{} --metrics "
      "{} "
      "--log-file counted.csv heteroscope render {} --out counted.png\n",
      workload.id, fmt::join(counter_names(), ","), render_options_of(settings, catalog()));
}

/// A column a kernel, and where there are several one of all, with the model.
std::vector<CountedColumn> columns_of_ncu(const std::vector<NcuKernel>& kernels, const Workload& workload,
                                          const std::string& file, const CountedModel& model) {
  std::vector<CountedColumn> out;
  std::vector<device::Counts> all;
  for (const NcuKernel& each : kernels) {
    const std::string name = device::readable_kernel_name(each.name);
    // by default Nsight Compute writes names without their namespaces: those are not told apart
    const std::string_view bare = std::string_view(name).substr(0, name.find_first_of("<("));
    if (bare.find("::") != std::string_view::npos && !bare.starts_with(std::string(workload.id) + "::")) continue;
    out.push_back({fmt::format("{}, {}", printable(name), plural(each.launches, "launch", "launches")),
                   counted(each.counts, nullptr)});
    all.push_back(each.counts);
  }
  const bool none = std::ranges::all_of(out, [](const CountedColumn& each) { return each.measures.empty(); });
  if (!out.empty() && none) {
    throw BadInput(fmt::format("{}: no counters of {} that are needed; profile --ncu prints a command that counts them",
                               printable(file), workload.id));
  }
  if (out.empty()) {
    throw BadInput(fmt::format("{}: it has no kernel of {}, but {}", printable(file), workload.id,
                               printable(kernels.front().name)));
  }
  CountedColumn whole{"all", counted(sum_of(all), &model.work)};
  // whose accesses are known has one stage
  put_accesses(whole, model);
  if (out.size() > 1) {
    out.push_back(std::move(whole));
  } else {
    out.front().measures = std::move(whole.measures);
  }
  return out;
}

/// A line a measure, a column for each of what was counted; where some have a model it stands behind the last.
std::string counters_table(const std::vector<CountedColumn>& columns) {
  const CountedColumn& last = columns.back();
  const bool modeled = std::ranges::any_of(last.measures, [](const Counted& each) { return each.modeled.has_value(); });
  std::vector<TextTable::Column> heads{{"counted"}};
  for (const CountedColumn& each : columns) heads.push_back({each.title, true});
  if (modeled) heads.insert(heads.end(), {{"model", true}, {"counted / model", true}});
  TextTable table(std::move(heads));
  for (const Counted& row : last.measures) {
    std::vector<std::string> cells{row.measure.name};
    for (const CountedColumn& column : columns) {
      const Counted* const found = find_counted(column, row.measure.id);
      cells.push_back(found != nullptr ? value_text(found->measure) : "");
    }
    if (row.modeled) {
      Datum model = row.measure;
      model.value = *row.modeled;
      cells.push_back(value_text(model));
      cells.push_back(*row.modeled > 0 ? fmt::format("{:.2f}", row.measure.number() / *row.modeled) : "");
    }
    table.add(std::move(cells));
  }
  return table.markdown();
}

/// The CPU computes the frame, and so finds out its work and the input on which addresses may depend.
Frame frame_on_cpu(const Settings& settings) {
  Settings on_cpu = settings;
  set_participants(on_cpu.execution, Processor::cpu, {});
  return compute(on_cpu);
}

int profile_model(const ProfileOptions& options, const Settings& settings) {
  const std::optional<device::Capability> like =
      options.like ? std::optional(parse_capability(*options.like)) : std::nullopt;
  const Frame frame = frame_on_cpu(settings);
  const Field input = frame.input.size().area() > 0 ? frame.input.with_host_copy() : Field();
  const ModelReport report = model_report(frame.plan, settings.execution, input, like);
  Reports reports;
  if (options.csv != "-") reports.add("-", report.text);
  if (options.csv) reports.add(*options.csv, report.csv);
  reports.put();
  return exit_success;
}

int profile_file(const ProfileOptions& options, const Settings& settings) {
  const Workload& workload = find_workload(catalog(), settings.problem.workload);
  const auto kernels = read_ncu(read_text(*options.from, largest_csv), *options.from);
  const Frame frame = frame_on_cpu(settings);
  const CountedModel model = model_of(frame.plan, settings.execution, frame.work, frame.input);
  const std::vector<CountedColumn> columns = columns_of_ncu(kernels, workload, *options.from, model);
  Reports reports;
  if (options.csv != "-") reports.add("-", counters_table(columns));
  if (options.csv) reports.add(*options.csv, counters_csv(columns, {}, {}));
  reports.put();
  return exit_success;
}

int profile(const ProfileOptions& options) {
  if (options.ncu && (options.from || options.csv))
    throw BadInput("--ncu only prints a command; --from and --csv need counters");
  if (options.model && (options.ncu || options.from))
    throw BadInput("--model counts nothing, so --ncu and --from cannot be given");
  if (options.code && (options.ncu || options.from || options.model || options.csv))
    throw BadInput("--code counts nothing, so --ncu, --from, --model and --csv cannot be given");
  if (options.like && !options.model) throw BadInput("--like is for --model; add --model");
  const Settings settings = profiled_settings(options);
  FileUse use;
  if (options.settings.settings_file) use.reads("--settings", *options.settings.settings_file);
  if (options.from) use.reads("--from", *options.from);
  use.reads_source(settings);
  use.writes("--csv", options.csv);
  use.check();
  if (options.code) {
    print_out(code_report(settings));
    return exit_success;
  }
  if (options.from) return profile_file(options, settings);
  if (options.model) return profile_model(options, settings);
  if (options.ncu) {
    print_out(ncu_command(settings));
    return exit_success;
  }
  const Plan plan = plan_or_refuse(settings);
  check_limit(plan, options.settings.allow_unstable);
  const device::Facts& gpu = device::all()[plan.participants.front().device];
  const bool to_out = options.csv == "-";
  Executor executor;
  const Frame frame = executor.execute(plan, CountedRun{.counters = counter_names()}).value();
  const CountedLaunches& counted = *frame.counted;
  if (counted.calls == 0) throw BadInput("profile: nothing was computed; add --steps");
  if (!to_out) {
    print_out(fmt::format("{} on {}\n\n{}\n", executed_by(plan), gpu.name,
                          kernels_table(counted.kernels, gpu.multiprocessor)));
  }
  if (!counted.uncounted.empty()) throw device::CountersUnavailable(counted.uncounted);
  const std::vector<CountedColumn> columns = columns_of(frame);
  Reports reports;
  if (!to_out) {
    reports.add(
        "-",
        fmt::format("{}\nThe frame was computed {}. model: the bytes and operations that the workload needs at least; "
                    "sectors and passes follow from the addresses in the kernel.\n",
                    counters_table(columns), plural(counted.passes, "time")));
  }
  if (options.csv) reports.add(*options.csv, counters_csv(columns, counted.kernels, gpu.multiprocessor));
  reports.put();
  return exit_success;
}

}  // namespace

void add_profile_command(Command& program, Action& action) {
  auto options = std::make_shared<ProfileOptions>();
  Command* command =
      program.add_subcommand("profile", "Compare the hardware counters of a GPU with the model of a variant");
  add_problem_options(*command, options->settings);
  add_execution_options(*command, options->settings);
  command
      ->add_option("--from", options->from,
                   "Read counters from a file of Nsight Compute (ncu --csv) instead of\ncounting here")
      ->type_name("FILE")
      ->group("Counters");
  command->add_flag("--ncu", options->ncu, "Print the command for Nsight Compute, and do nothing else")
      ->group("Counters");
  command
      ->add_flag("--model", options->model,
                 "Compute from the addresses in the kernels, without a GPU: sectors and passes of each "
                 "instruction, and how many blocks a multiprocessor holds")
      ->group("Counters");
  command->add_option("--like", options->like, "The compute capability for --model; if not given, all that are known")
      ->type_name("M.N")
      ->group("Counters");
  command
      ->add_flag("--code", options->code,
                 "List the PTX and the machine code of a variant of your own, and what\nits kernels need")
      ->group("Code");
  command->add_option("--csv", options->csv, "Write the counters as CSV; -: to standard output")
      ->type_name("FILE")
      ->group("Output");
  command->footer(profile_footer);
  command->callback([options, &action] { action = [options] { return profile(*options); }; });
}

}  // namespace heteroscope
