#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "app/results/row_columns.hpp"
#include "core/model/schema/schema.hpp"
#include "kernels/registry.hpp"

/// What holds for the description of every setting.
namespace heteroscope {
namespace {

TEST(SettingsSchema, NamesAreThere) {
  std::set<std::string_view> keys;
  std::set<std::string_view> options;
  for (const Setting* each : whole_schema()) {
    EXPECT_EQ(&find_setting(each->id()), each);
    EXPECT_FALSE(each->words().label.empty()) << each->id();
    for (const std::string_view key : each->keys()) EXPECT_TRUE(keys.insert(key).second) << key;
    if (!each->has_option()) continue;
    EXPECT_TRUE(options.insert(each->words().option).second) << each->words().option;
    EXPECT_FALSE(each->words().help.empty()) << each->id();
    EXPECT_FALSE(each->words().value.empty()) << each->id();
  }
}

TEST(SettingsSchema, WordsThatAreOfferedAreTaken) {
  const Workload& workload = find_workload(catalog(), "mandelbrot");
  const SettingContext context{.catalog = catalog(), .workload = &workload};
  int offering = 0;
  for (const Setting* each : whole_schema()) {
    const std::vector<std::string_view> words = each->offered();
    offering += words.empty() ? 0 : 1;
    const auto& meanings = each->words().meanings;
    EXPECT_TRUE(meanings.empty() || meanings.size() == words.size()) << each->id();
    for (const std::string_view word : words) {
      Settings settings = default_settings(workload);
      const std::string typed(word);
      each->take({&typed, 1}, context, settings);
      EXPECT_EQ(each->text(settings), word) << each->id();
    }
  }
  EXPECT_GE(offering, 5) << "precision, binding, memory, palette, scale";
}

TEST(SettingsSchema, WhatGoesWithoutSayingIsNotSaid) {
  for (const Workload* workload : catalog()) {
    const Settings settings = default_settings(*workload);
    const SettingContext context{.catalog = catalog(), .workload = workload};
    for (const Setting* each : execution_schema()) {
      if (each->id() == "processor") continue;  // it is always said
      EXPECT_EQ(each->options(settings, context, Written::changed), "") << workload->id << ": " << each->id();
    }
  }
}

/// How values cross from a machine elsewhere is said, and has a row, where one computes.
TEST(SettingsSchema, ALinkIsSaidOfAMachineElsewhereAlone) {
  const Workload& workload = find_workload(catalog(), "mandelbrot");
  const SettingContext context{.catalog = catalog(), .workload = &workload};
  const Setting& link = find_setting("link");
  Settings settings = default_settings(workload);
  settings.execution.link = LinkForm::packed;
  EXPECT_EQ(link.options(settings, context, Written::changed), "");
  settings.execution.machine = "server";
  EXPECT_EQ(link.options(settings, context, Written::changed), " --link packed");
  EXPECT_EQ(link.options(settings, context, Written::all), "") << "a bench there brings no frames here";
}

/// Two GPUs that can do everything, or none.
std::vector<device::Facts> gpus(bool available) {
  device::Facts facts;
  facts.available = available;
  if (!available) facts.why_not = "no GPU here";
  facts.concurrent_managed_access = facts.can_map_host_memory = true;
  return {facts, facts};
}

std::vector<SettingRow> rows_of_schema(const Settings& settings, const RowContext& context) {
  std::vector<SettingRow> out;
  for (const Setting* each : whole_schema()) {
    for (const SettingRow& row : each->rows(settings, context)) out.push_back(row);
  }
  return out;
}

/// A row of bench says what was chosen under the id that files of settings and options have for it.
TEST(SettingsSchema, ColumnsThatRepeatSettingsHaveTheirIds) {
  for (const Column& each : {column::precision, column::processor, column::threads, column::mapping, column::memory,
                             column::split, column::steps}) {
    EXPECT_EQ(find_setting(each.id).id(), each.id);
  }
  for (const Column& each : {column::block_x, column::block_y})
    EXPECT_TRUE(each.id.starts_with(find_setting("block").id())) << each.id;
}

TEST(SettingsRows, AChoiceIsChosenOnceItIsTaken) {
  int choices = 0;
  const std::vector<device::Facts> devices = gpus(true);
  for (const Workload* workload : catalog()) {
    const RowContext context{.workload = *workload, .devices = devices};
    Settings settings = default_settings(*workload);
    settings.execution.processor = Processor::split;
    std::set<std::string> ids;
    for (const SettingRow& row : rows_of_schema(settings, context)) {
      EXPECT_TRUE(ids.insert(row.id).second) << row.id;
      EXPECT_FALSE(row.label.empty()) << row.id;
      EXPECT_NE(row.control, Control::none) << row.id;
      for (const RowChoice& each : row.choices) {
        Settings with = settings;
        each.choose(with);
        for (const SettingRow& then : rows_of_schema(with, context)) {
          if (then.id != row.id) continue;
          const auto chosen = std::ranges::find(then.choices, true, &RowChoice::chosen);
          ASSERT_NE(chosen, then.choices.end()) << row.id << ": " << each.text;
          EXPECT_EQ(std::ranges::count(then.choices, true, &RowChoice::chosen), 1) << row.id << ": " << each.text;
          // of a list's own default the words follow from the variant
          if (!each.text.starts_with("default")) {
            EXPECT_EQ(chosen->text, each.text) << row.id;
          }
          ++choices;
        }
      }
    }
    EXPECT_TRUE(ids.contains("precision") && ids.contains("memory") && ids.contains("palette")) << workload->id;
  }
  EXPECT_GT(choices, 500);
}

TEST(SettingsRows, ParametersAreDescribedWithoutIdsOfReports) {
  for (const Workload* workload : catalog()) {
    for (const Parameter& each : workload->parameters)
      EXPECT_EQ(each.help.find("seed 0"), std::string_view::npos) << workload->id << ": " << each.id;
  }
}

TEST(SettingsRows, AChannelIsChosenOfAFile) {
  const Setting& channel = find_setting("channel");
  const std::vector<device::Facts> devices = gpus(true);
  const auto words = [&](std::string_view id, const Source& source, ImageChannel chosen) {
    const Workload& workload = find_workload(catalog(), id);
    Settings settings = default_settings(workload);
    settings.problem.source = source;
    settings.problem.channel = chosen;
    std::string out;
    for (const SettingRow& row : channel.rows(settings, {.workload = workload, .devices = devices})) {
      for (const RowChoice& each : row.choices) out += (each.chosen ? "[" + each.text + "] " : each.text + " ");
    }
    return out;
  };
  const Source file{.id = "file", .file = "x.png"};
  EXPECT_EQ(words("blur", file, ImageChannel::color), "[color] luma red green blue ");
  EXPECT_EQ(words("histogram", file, ImageChannel::color), "[luma] red green blue ");
  EXPECT_EQ(words("histogram", file, ImageChannel::blue), "luma red green [blue] ");
  EXPECT_EQ(words("blur", {.id = "noise", .number = 1}, ImageChannel::color), "");
  EXPECT_EQ(words("mandelbrot", {}, ImageChannel::color), "");
}

TEST(SettingsRows, WithoutAGpuItsRowsSayWhyNot) {
  const std::vector<device::Facts> devices = gpus(false);
  const Workload& workload = find_workload(catalog(), "nbody");
  const RowContext context{.workload = workload, .devices = devices};
  int idle = 0;
  for (const SettingRow& row : rows_of_schema(default_settings(workload), context)) {
    if (row.read_by != ReadBy::gpu) {
      EXPECT_EQ(row.idle, "") << row.id;
      continue;
    }
    EXPECT_EQ(row.idle, row.id == "split" ? "One processor computes all rows." : "no GPU here") << row.id;
    ++idle;
  }
  EXPECT_EQ(idle, 6) << "a variant of each stage, sharing, memory, block, mapping";
}

TEST(SettingsRows, WithoutAGpuWhatIsWorkedOutCanBeChosen) {
  const std::vector<device::Facts> devices = gpus(false);
  const Workload& workload = find_workload(catalog(), "transpose");
  const RowContext context{.workload = workload, .devices = devices};
  Settings settings = default_settings(workload);
  const auto why = [&](std::string_view variant) {
    settings.execution.variants["transpose"].gpu = variant;
    const std::vector<SettingRow> rows = find_setting("variants").rows(settings, context);
    const auto row = std::ranges::find(rows, "transpose gpu", &SettingRow::id);
    EXPECT_EQ(row->idle, "");
    return row->refusal(settings);
  };
  EXPECT_EQ(why("cublas_geam"), "no GPU here");
  EXPECT_EQ(find_setting("block").rows(settings, context).front().idle, "no GPU here");
  EXPECT_EQ(why("cuda_shared"), "");
  EXPECT_EQ(find_setting("block").rows(settings, context).front().idle, "");
}

/// A build without CUDA knows no mappings, so those of the variants are made up here.
TEST(SettingsRows, WithoutAGpuAMappingIsChosenForWhatIsWorkedOut) {
  constexpr std::string_view flat[] = {"1d"};
  constexpr std::string_view square[] = {"2d"};
  const Variant unmapped = absent_gpu_variant();
  Variant of_library = unmapped;
  of_library.knobs.mappings = flat;
  Variant tiled = unmapped;
  tiled.knobs.mappings = square;
  Workload workload = find_workload(catalog(), "transpose");
  VariantList& variants = workload.stages.front().variants;
  for (NamedVariant& each : variants) {
    if (each.variant->processor == Processor::gpu) each.variant = &unmapped;
  }
  variants.put("cublas_geam", of_library);
  Settings settings = default_settings(workload);
  settings.execution.variants["transpose"].gpu = "cublas_geam";
  const std::vector<device::Facts> devices = gpus(false);
  const RowContext context{.workload = workload, .devices = devices};
  EXPECT_EQ(find_setting("mapping").rows(settings, context).front().idle, "no GPU here") << "it is not worked out";
  variants.put("cuda_shared", tiled);
  const SettingRow row = find_setting("mapping").rows(settings, context).front();
  EXPECT_EQ(row.idle, "");
  const auto why = [&](std::string_view mapping) {
    Settings with = settings;
    std::ranges::find(row.choices, mapping, &RowChoice::text)->choose(with);
    return row.refusal(with);
  };
  EXPECT_EQ(why("1d"), "no GPU here");
  EXPECT_EQ(why("2d"), "") << "it brings cuda_shared";
}

TEST(SettingsRows, AScaleThatWasChosenCanFollowAgain) {
  const Workload& workload = find_workload(catalog(), "mandelbrot");
  const std::vector<device::Facts> devices = gpus(false);
  const RowContext context{.workload = workload, .devices = devices, .catalog = catalog()};
  Settings settings = default_settings(workload);
  const auto choose = [&](std::string_view text) {
    const SettingRow row = find_setting("scale").rows(settings, context).front();
    std::ranges::find(row.choices, text, &RowChoice::text)->choose(settings);
    return settings.look;
  };
  EXPECT_EQ(choose("histogram"), (Look{.palette = "dusk", .scale = "histogram", .scale_chosen = true}));
  EXPECT_EQ(choose("log"), (Look{.palette = "dusk", .scale = "log", .scale_chosen = true}));
  EXPECT_EQ(choose("automatic"), (Look{.palette = "dusk", .scale = "log", .scale_chosen = false}));
}

TEST(SettingsRows, AChoiceSaysWhyThisMachineCannotHaveIt) {
  std::vector<device::Facts> devices = gpus(true);
  devices.front().concurrent_managed_access = false;
  const Workload& workload = find_workload(catalog(), "mandelbrot");
  const RowContext context{.workload = workload, .devices = devices};
  Settings settings = default_settings(workload);
  const auto refusal = [&](std::string_view id, std::string_view text) {
    const SettingRow row = find_setting(id).rows(settings, context).front();
    const auto choice = std::ranges::find(row.choices, text, &RowChoice::text);
    Settings with = settings;
    choice->choose(with);
    return row.refusal(with);
  };
  EXPECT_EQ(refusal("memory", "managed"), "");
  settings.execution.processor = Processor::split;
  EXPECT_NE(refusal("memory", "managed"), "");
  EXPECT_EQ(refusal("memory", "pinned"), "");
  EXPECT_EQ(refusal("scale", "log"), "");
  settings.problem.parameters["smooth"] = 0;
  EXPECT_NE(refusal("scale", "distance"), "");
  settings.problem.parameters["smooth"] = 1;
  EXPECT_EQ(refusal("scale", "distance"), "");
}

TEST(SettingsSchema, CarriesOverHowMemoryAndThreadsAreUsed) {
  Execution from;
  from.threads = 3;
  from.binding = ThreadBinding::close;
  from.memory = MemoryKind::pinned;
  from.block = {7, 5};
  from.steps_per_frame = 2;
  Execution to;
  carry_over(from, to);
  Execution expected;
  expected.threads = 3;
  expected.binding = ThreadBinding::close;
  expected.memory = MemoryKind::pinned;
  EXPECT_EQ(to, expected);
}

}  // namespace
}  // namespace heteroscope
