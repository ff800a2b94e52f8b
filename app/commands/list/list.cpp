#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>

#include "app/analysis/claims/published.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/iteration_facts.hpp"
#include "app/commands/list/devices.hpp"
#include "app/commands/list/json.hpp"
#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "app/options/own_files.hpp"
#include "app/text/wrapped.hpp"
#include "core/base/message.hpp"
#include "core/base/plural.hpp"
#include "core/device/cpu/cpu_facts.hpp"
#include "core/model/schema/keyed_words.hpp"
#include "core/model/schema/schema.hpp"
#include "core/model/settings/source.hpp"
#include "kernels/registry.hpp"
#include "kernels/suites.hpp"
#include "kernels/variant_source.hpp"

namespace heteroscope {

namespace {

std::string without_stop(std::string_view text) {
  if (text.ends_with('.')) text.remove_suffix(1);
  return std::string(text);
}

std::string range_of_parameter(const Parameter& parameter) {
  if (parameter.kind == ParameterKind::boolean) return "true or false";
  if (parameter.kind == ParameterKind::choice) return fmt::format("{}", fmt::join(parameter.choices, ", "));
  const std::string_view of_kind = parameter.kind == ParameterKind::integer   ? ", whole"
                                   : parameter.kind == ParameterKind::decimal ? ", any precision"
                                                                              : "";
  return fmt::format("{}{}", range_text(parameter), of_kind);
}

std::string default_of(const Parameter& parameter) {
  return fmt::format("{}{}{}", value_text(parameter, parameter.initial), parameter.unit.empty() ? "" : " ",
                     parameter.unit);
}

std::string knobs_of(const Knobs& knobs) {
  std::vector<std::string> parts;
  const auto add_ids = [&](const char* name, const auto& values) {
    std::vector<std::string> words;
    for (const auto& value : values) words.emplace_back(id_of(value));
    if (!words.empty()) parts.push_back(fmt::format("{} {}", name, fmt::join(words, " ")));
  };
  add_ids("precision", knobs.precisions);
  add_ids("memory", knobs.memory_kinds);
  if (knobs.blocks != BlockRule::none) {
    parts.push_back(
        fmt::format("block {} (default {}x{})", id_of(knobs.blocks), knobs.default_block.x, knobs.default_block.y));
  }
  if (!knobs.mappings.empty()) parts.push_back(fmt::format("mapping {}", fmt::join(knobs.mappings, " ")));
  if (knobs.threads) parts.emplace_back("threads");
  for (const Tunable& each : knobs.tunables)
    parts.push_back(fmt::format("tunable {} {} (default {})", each.id, fmt::join(each.values, " "), each.initial));
  return parts.empty() ? "no settings" : fmt::format("{}", fmt::join(parts, "; "));
}

std::string variants_of_stage(const Stage& stage) {
  std::string out;
  for (const NamedVariant& each : stage.variants) {
    const Variant& variant = *each.variant;
    const std::string label = fmt::format("      {:<4} {:<16} ", id_of(variant.processor), each.id);
    std::string marks;
    if (each.id == stage.reference()) marks += " [reference]";
    if (variant.own != nullptr) marks += " [own]";
    if (each.id == stage.default_cpu || each.id == stage.default_gpu) marks += " [default]";
    out += wrapped(label, std::string(variant.summary) + marks);
    const std::string reason = unavailable_reason(variant, device::facts());
    out += wrapped(std::string(label.size(), ' '), reason.empty() ? knobs_of(variant.knobs) : "unavailable: " + reason);
  }
  return out;
}

/// "1 plane and 1 spare; fourier up to 0.25, the stability limit of euler".
std::string iteration_facts_text(const IterationFacts& facts) {
  std::string out = plural(facts.planes, "grid");
  if (facts.spares > 0) out += " and " + plural(facts.spares, "spare grid");
  if (facts.limit) {
    out += fmt::format("; {} up to {}, {}", facts.limit->parameter, limit_text(facts.limit->value), facts.limit->why);
  }
  return out;
}

std::string iteration_text(const Workload& workload) {
  const Iteration& iteration = *workload.iteration();
  const Values initial = initial_values(workload.parameters);
  std::string out =
      wrapped("  ", fmt::format("Iterates step by step (--steps N), by default {}{}{}.", iteration.default_steps,
                                iteration.settling ? ", and stops when it has settled" : "",
                                iteration.paint != nullptr ? "; can be painted on" : ""));
  const auto choices = iteration_choices(workload);
  if (choices.empty()) return out + wrapped("  state: ", iteration_facts_text(iteration_facts(workload, initial)));
  for (const IterationChoice& each : choices) {
    if (&each == &choices.front() || (&each - 1)->parameter != each.parameter) {
      out += fmt::format("  state, by {}\n", each.parameter->id);
    }
    out += wrapped(fmt::format("      {:<16} ", each.id), iteration_facts_text(each.facts));
  }
  return out;
}

std::string workload_text(const Workload& workload) {
  std::string out = fmt::format("{} - {}\n", workload.id, workload.label);
  out += wrapped("  ", std::string(workload.summary));
  out += wrapped("  ", std::string(workload.lesson));
  if (workload.image) {
    const bool always = workload.reads_source(workload.bind(initial_values(workload.parameters)));
    out += wrapped("  ", fmt::format("{} an image (--source); default: {}.", always ? "Takes" : "Can start from",
                                     workload.image->default_source));
  }
  if (workload.iterates()) out += iteration_text(workload);
  if (!workload.parameters.empty()) out += "  parameters (--set KEY=VALUE)\n";
  for (const Parameter& each : workload.parameters) {
    const std::string help = without_stop(each.help.empty() ? each.label : each.help);
    out += wrapped(fmt::format("      {:<16} ", each.id),
                   fmt::format("{}; {}, default {}", help, range_of_parameter(each), default_of(each)));
  }
  if (!workload.scenes.empty()) out += "  scenes (--scene ID)\n";
  for (const Scene& each : workload.scenes) {
    out += wrapped(fmt::format("      {:<16} ", each.id),
                   fmt::format("{}{}", each.label, each.benchmark ? " [bench]" : ""));
  }
  for (const Stage& stage : workload.stages) {
    const std::string found =
        stage.reduction() == nullptr ? "" : fmt::format(" ({})", id_of(stage.reduction()->partials));
    out += fmt::format("  stage {}{}: variants (--variant [STAGE=]ID)\n", stage.id, found) + variants_of_stage(stage);
  }
  return out;
}

std::string sources_text() {
  std::string out = "\nsources of images (--source ID[:NUMBER] or FILE)\n";
  const auto line = [&](std::string_view id, const std::string& text) {
    out += wrapped(fmt::format("      {:<16} ", id), text);
  };
  for (const Workload* each : catalog()) {
    if (each->serves_as_source)
      line(each->id, "its result, computed when needed; --set source.KEY=VALUE sets its parameters");
  }
  for (const Pattern& each : patterns()) {
    if (each.number_label.empty()) {
      line(each.id, without_stop(each.help));
    } else {
      const Parameter number = number_of(each);
      line(each.id, fmt::format("{}; NUMBER: {}, {}, default {}", without_stop(each.help), number.label,
                                range_of_parameter(number), default_of(number)));
    }
  }
  line("FILE", std::string(readable_files));
  return out;
}

std::string suites_text() {
  std::string out = "\nsuites of measurements (bench SUITE)\n";
  for (const Suite* each : suites()) {
    out += wrapped(fmt::format("      {:<16} ", each->id), std::string(each->summary));
  }
  return out;
}

std::string reports_text() {
  std::string out = "\nreports that suites are compared with\n";
  for (const PublishedReport& each : published_reports())
    out += wrapped(fmt::format("      {:<16} ", each.report.id), line_of(each.report) + ".");
  return out;
}

std::string devices_text(device::Devices gpus) {
  std::vector<ListedLine> lines = device_lines(cpu_facts(), gpus, listed_links(gpus));
  for (const Oddity& each : listed_oddities(gpus)) lines.push_back({"note", each.line});
  std::size_t widest = 0;
  for (const ListedLine& each : lines) widest = std::max(widest, each.label.size());
  std::string out = "devices\n";
  for (const ListedLine& each : lines) out += wrapped(fmt::format("      {:<{}}  ", each.label, widest), each.text);
  return out;
}

constexpr const char* list_footer = R"(
With a WORKLOAD only that is listed. With a VARIANT as well, its source is printed: the reference
loop that every variant of the workload must agree with, the variant's own file, and the headers of
the workload that this file includes.

Variants from files stand among those of their stages, marked [own]; --json names their files.

Examples:
  heteroscope list
  heteroscope list heat
  heteroscope list heat cuda_shared
  heteroscope list heat --variants submissions
  heteroscope list --variant my_heat.cpp --json)";

struct ListOptions {
  bool json = false;
  std::optional<std::string> workload, variant, folder, processor;
  std::vector<std::string> files;
};

std::string list_text(device::Devices gpus) {
  std::string out = devices_text(gpus);
  for (const Setting* each : whole_schema()) {
    if (const std::string known = each->known(); !known.empty())
      out += wrapped(fmt::format("{:<12}", each->id()), known);
  }
  out += sources_text();
  for (const Workload* workload : catalog()) out += '\n' + workload_text(*workload);
  out += suites_text();
  out += reports_text();
  return out;
}

/// The source of each variant of that name, each file under a line with its name.
std::string default_source_text(const Workload& workload, const std::string& variant) {
  std::string out;
  std::set<std::string_view> printed;  // variants of several stages have files in common
  for (const FoundVariant& each : find_variants(workload, variant, catalog())) {
    const std::optional<VariantSource> source = source_of(workload, *each.stage, *each.variant);
    if (!source) throw BadInput(fmt::format("list: the program has no source of {}", excerpt(variant)));
    for (const EmbeddedFile& file : source->all()) {
      if (printed.insert(file.name).second)
        out += fmt::format("{}// {}\n{}", out.empty() ? "" : "\n", file.name, file.text);
    }
  }
  return out;
}

std::string listed(const ListOptions& options) {
  // that of a machine elsewhere is answered there
  if (options.processor) {
    throw BadInput(Wrong::value, "--processor",
                   fmt::format("--processor {}: the processors of this machine are listed anyway; cpu@MACHINE lists "
                               "what a machine elsewhere has",
                               excerpt(*options.processor)));
  }
  open_own_files(options.files);
  const Workload* const of = options.workload ? &find_workload(catalog(), *options.workload) : nullptr;
  if (options.folder) open_own_folder(*options.folder, of);
  if (of != nullptr) {
    if (options.json) throw BadInput("list: --json writes everything; leave out the WORKLOAD");
    return options.variant ? default_source_text(*of, *options.variant) : workload_text(*of);
  }
  const std::vector<device::Facts>& gpus = device::all();
  const device::Use use(listed_gpu(gpus));
  return options.json ? list_json(gpus, listed_links(gpus)) : list_text(gpus);
}

}  // namespace

void add_list_command(Command& program, Action& action) {
  auto options = std::make_shared<ListOptions>();
  Command* command = program.add_subcommand(
      "list",
      "List devices, workloads, parameters, scenes, variants and settings,\nand why something is "
      "unavailable; or print a variant's source");
  command->add_option("WORKLOAD", options->workload, "Only this workload");
  command->add_option("VARIANT", options->variant, "Print the source of this variant of it")->type_name("[STAGE=]ID");
  command->add_flag("--json", options->json, "Write everything as JSON");
  command->add_repeatable("--variant", options->files, "Also list the variant of this file; repeat for more")
      ->type_name("FILE");
  command->add_option("--variants", options->folder, "Also list the variants of all .cu and .cpp files of this folder")
      ->type_name("DIR");
  command
      ->add_option("--processor", options->processor,
                   "List what a machine elsewhere has: cpu@MACHINE, or any other\nprocessor of it")
      ->type_name("ID");
  command->footer(list_footer);
  command->callback([options, &action] {
    action = [options] {
      print_out(listed(*options));
      return exit_success;
    };
  });
}

}  // namespace heteroscope
