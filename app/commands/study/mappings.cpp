#include "app/commands/study/mappings.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

#include "app/analysis/reading.hpp"
#include "app/options/file_use.hpp"
#include "app/options/unused_options.hpp"
#include "app/results/data.hpp"
#include "app/results/json.hpp"
#include "app/results/row_columns.hpp"
#include "app/scope/index.hpp"
#include "app/text/table.hpp"
#include "core/base/message.hpp"
#include "core/io/json/json_text.hpp"
#include "core/model/access_pattern.hpp"
#include "core/model/schema/schema.hpp"
#include "core/model/settings/processors.hpp"
#include "core/plan/plan.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

/// Bytes that lanes ask for over those that memory has to move for them, %.
std::optional<double> share_of_units(double asked_bytes, double units, std::uint64_t unit_bytes) {
  return units > 0 ? std::optional(100 * asked_bytes / (units * static_cast<double>(unit_bytes))) : std::nullopt;
}

/// The efficiencies of all launches of a variant together, worked out from its addresses (core/model/access.hpp has the
/// formulas). Of large grids a part of the blocks is looked at, spread evenly.
Efficiencies modeled_efficiencies(const AccessPattern& pattern) {
  AccessTotal load;
  AccessTotal store;
  AccessTotal shared;
  const auto add = [](AccessTotal& to, const AccessTotal& more) {
    to.asked_bytes += more.asked_bytes;
    to.sectors += more.sectors;
    to.passes += more.passes;
  };
  for (std::size_t launch = 0; launch < pattern.launches.size(); ++launch) {
    const AccessTotals totals = totals_of(pattern, static_cast<int>(launch));
    add(load, totals.sum(Access::global_load));
    add(store, totals.sum(Access::global_store));
    add(shared, totals.sum(Access::shared_load));
    add(shared, totals.sum(Access::shared_store));
  }
  return {share_of_units(load.asked_bytes, load.sectors, traffic::sector_bytes),
          share_of_units(store.asked_bytes, store.sectors, traffic::sector_bytes),
          share_of_units(shared.asked_bytes, shared.passes, traffic::pass_bytes)};
}

using Json = nlohmann::ordered_json;

/// Blocks that are counted one by one in some seconds.
constexpr std::int64_t most_blocks = std::int64_t{1} << 30;

/// The study's own columns, beside a row's variant and block.
namespace mapping_columns {
constexpr Column launches{"launches", "launches", "The kernels that are launched"};
constexpr Column blocks{"blocks", "blocks", "The blocks that are launched"};
constexpr Column useful_blocks{"useful_blocks", "useful blocks", "The blocks that compute at least one value"};
constexpr Column threads{"threads", "threads", "The threads of all blocks"};
constexpr Column useful_threads{"useful_threads", "useful threads", "The threads that compute a value"};
constexpr Column wasted_threads{"wasted_threads", "wasted threads", "", Hint::share,
                                "The threads that compute no value, as a share"};
}  // namespace mapping_columns

/// One variant's figures, by their ids; those that are not known have no value.
ResultRow row_of(std::string_view variant, BlockShape block, const std::optional<MappingFigures>& mapping,
                 const std::optional<AccessPattern>& pattern) {
  ResultRow out;
  Data to(out.data);
  const auto count = [&](std::int64_t MappingFigures::*of) {
    return mapping ? DatumValue(*mapping.*of) : DatumValue();
  };
  std::int64_t launches = 0;
  std::int64_t blocks = 0;
  std::int64_t threads = 0;
  if (pattern) {
    for (const AccessLaunch& each : pattern->launches) {
      ++launches;
      blocks += each.blocks();
      threads += each.blocks() * each.block.threads();
    }
  }
  const auto either = [&](std::int64_t MappingFigures::*of, std::int64_t modeled) {
    return mapping ? count(of) : pattern ? DatumValue(modeled) : DatumValue();
  };
  to.add(column::variant, std::string(variant));
  to.add(column::block_x, std::int64_t{block.x});
  to.add(column::block_y, std::int64_t{block.y});
  to.add(mapping_columns::launches, either(&MappingFigures::launches, launches));
  to.add(mapping_columns::blocks, either(&MappingFigures::blocks, blocks));
  to.add(mapping_columns::useful_blocks, count(&MappingFigures::useful_blocks));
  to.add(mapping_columns::threads, either(&MappingFigures::threads, threads));
  to.add(mapping_columns::useful_threads, count(&MappingFigures::useful_threads));
  to.add(mapping_columns::wasted_threads, mapping ? DatumValue(mapping->wasted_threads()) : DatumValue());
  if (!pattern) return out;
  for (const ModelFigure& each : figures(modeled_efficiencies(*pattern))) {
    std::string id(each.label);
    std::ranges::replace(id, ' ', '_');
    id += "_percent";
    to.add({id, each.label, each.unit, Hint::plain, "Computed from the addresses in the kernel, not measured"},
           or_none(each.value));
  }
  return out;
}

/// What would be computed.
struct Subject {
  const Workload* workload = nullptr;
  std::any parameters{};
  Size input;
  Extent output;  ///< of an iteration its state
  Precision precision = Precision::fp32;
};

/// Nothing is held in memory: what is too large to be computed here is mapped all the same, where no source and no
/// state say more of it than its size.
Subject subject_of(const Settings& settings) {
  Settings on_cpu = settings;
  set_participants(on_cpu.execution, Processor::cpu, {});  // a plan that every computer can make
  const Planned planned = plan(on_cpu, catalog(), device::Devices::here());
  const Workload& workload = find_workload(catalog(), settings.problem.workload);
  Subject out{.workload = &workload,
              .parameters = workload.bind(settings.problem.parameters),
              .precision = settings.problem.precision};
  if (planned) {
    out.input = planned.plan->input.size;
    out.output = workload.iterates() ? planned.plan->state : planned.plan->output;
    return out;
  }
  if (!planned.too_large || workload.iterates() || workload.reads_source(out.parameters))
    throw BadInput(planned.refusal);
  out.output = workload.extent(out.parameters, settings.problem.size, settings.problem.precision);
  return out;
}

std::optional<MappingFigures> mapping_of_blocks(const MappedVariant* known, const Subject& of, BlockShape block) {
  if (known == nullptr) return std::nullopt;
  const BlockMapping mapping = known->make(of.parameters, of.output, of.output.size.height, block);
  if (const std::int64_t blocks = blocks_of(mapping); blocks > most_blocks) {
    throw BadInput(
        fmt::format("study mappings: {} launches {} blocks of {}, too many to count one by one (at most {}); choose "
                    "larger blocks",
                    known->variant, blocks, block_text(block), most_blocks));
  }
  return figures_of(mapping);
}

bool named(const SettingsOptions& options, const Stage& stage, std::string_view variant) {
  return options.words("variants").empty() ||
         std::ranges::any_of(options.words("variants"), [&](const std::string& each) {
           return each == variant || each == fmt::format("{}={}", stage.id, variant);
         });
}

/// Nothing of a variant whose addresses are not known.
std::optional<AccessPattern> pattern_of(const AccessingVariant* known, const Subject& of, BlockShape block) {
  if (known == nullptr) return std::nullopt;
  return known->make({.parameters = &of.parameters,
                      .input = of.input,
                      .output = of.output,
                      .precision = of.precision,
                      .block = block,
                      .values = {}});
}

/// The variants of which something is known.
std::vector<ResultRow> rows_of_mappings(const SettingsOptions& options, const Settings& settings,
                                        const Subject& subject) {
  const Workload& workload = *subject.workload;
  std::vector<ResultRow> out;
  bool honored = false;
  for (const Stage& stage : workload.stages) {
    for (const NamedVariant& each : stage.variants) {
      if (each.variant->processor != Processor::gpu || !named(options, stage, each.id)) continue;
      const bool last = workload.block_mappings && &stage == &workload.stages.back();
      const MappedVariant* const mapped = last ? workload.block_mappings->find(each.id) : nullptr;
      const AccessingVariant* const accessing = workload.find_accesses(stage.id, each.id);
      if (mapped == nullptr && accessing == nullptr) continue;
      const bool any_block = mapped != nullptr ? mapped->any_block : accessing->any_block;
      const BlockShape own = mapped != nullptr ? mapped->default_block : accessing->default_block;
      const BlockShape block = any_block && options["block"] ? settings.execution.block : own;
      honored = honored || any_block;
      out.push_back(
          row_of(each.id, block, mapping_of_blocks(mapped, subject, block), pattern_of(accessing, subject, block)));
    }
  }
  if (out.empty()) {
    throw BadInput(
        fmt::format("study mappings: no variant of {} that fits these options declares where its blocks lie and what "
                    "they read; `heteroscope list` names the GPU variants",
                    workload.id));
  }
  if (options["block"] && !honored) {
    throw BadInput(
        fmt::format("--block: no variant of {} that fits these options has a choice of blocks", workload.id));
  }
  return out;
}

std::string table_of(const std::vector<ResultRow>& rows, const Subject& of) {
  std::vector<TextTable::Column> heads{{"variant"}, {"block"}};
  std::vector<std::string> ids;
  for (const ResultRow& row : rows) {
    for (const Datum& each : row.data) {
      if (each.id == column::variant.id || each.id.starts_with("block/") ||
          std::ranges::find(ids, each.id) != ids.end())
        continue;
      ids.push_back(each.id);
      heads.push_back({each.name, true});
    }
  }
  TextTable table(std::move(heads));
  for (const ResultRow& row : rows) {
    std::vector<std::string> cells{row.text(column::variant), block_text(row)};
    for (const std::string& id : ids) {
      const Datum* const datum = row.find(id);
      cells.push_back(datum == nullptr || !datum->there() ? "–"
                      : datum->unit == "%"                ? fmt::format("{:.4g} %", datum->number())
                                                          : shown(*datum));
    }
    table.add(std::move(cells));
  }
  return fmt::format(
      "{}: {}x{} in {}\n\n{}\nCounted and computed from the arithmetic of the kernels, without a GPU.\n"
      "useful: blocks that compute at least one value. wasted threads: threads that compute no value.\n"
      "Efficiency: bytes that the threads ask for / bytes that memory moves for them, by their "
      "addresses. A value that\nseveral threads of a warp ask for counts for each of them, so more than "
      "100 % is possible.\n–: not known, or there is no such access.\n",
      of.workload->id, of.output.size.width, of.output.size.height, id_of(of.precision), table.markdown());
}

Json document_of(const std::vector<ResultRow>& rows, const Subject& of) {
  Json variants = Json::array();
  for (const ResultRow& row : rows) variants.push_back(json_of(row.data));
  return {{"workload", of.workload->id},
          {"width", of.output.size.width},
          {"height", of.output.size.height},
          {"precision", id_of(of.precision)},
          {"variants", std::move(variants)}};
}

/// It works out all mappings in one process: what chooses where a frame is computed has nothing to say.
void refuse_others(const SettingsOptions& options) {
  for (const Setting* each : execution_schema()) {
    const bool asked = each->id() != "variants" && each->id() != "block";
    if (asked && !options.all_of(each->id()).empty()) {
      throw BadInput(fmt::format("{}: study mappings computes nothing; only --block and --variant can be given",
                                 each->words().option));
    }
  }
}

}  // namespace

int study_mappings(const SettingsOptions& options, const StudyFiles& files) {
  if (!options.workload && !options.settings_file)
    throw BadInput("study mappings: which workload? For example: study mappings triangle");
  if (files.svg) throw BadInput("--svg: study mappings draws nothing; the scope in the window does");
  refuse_others(options);
  const Settings settings = make_settings(options);
  refuse_unused(options, settings);
  for (const std::string& each : options.words("variants")) {
    if (processor_of(find_workload(catalog(), settings.problem.workload), each, catalog()) != Processor::gpu)
      throw BadInput(fmt::format("--variant '{}': study mappings needs a GPU variant", excerpt(each)));
  }
  FileUse use;
  if (options.settings_file) use.reads("--settings", *options.settings_file);
  use.reads_source(settings);
  use.writes("--csv", files.csv);
  use.writes("--json", files.json);
  use.check();
  const Subject subject = subject_of(settings);
  const std::vector<ResultRow> rows = rows_of_mappings(options, settings, subject);
  Reports reports;
  if (files.csv != "-" && files.json != "-") reports.add("-", table_of(rows, subject));
  if (files.csv) reports.add(*files.csv, rows_csv(rows));
  if (files.json) reports.add(*files.json, written_json(document_of(rows, subject), 2) + "\n");
  reports.put();
  return 0;
}

}  // namespace heteroscope
