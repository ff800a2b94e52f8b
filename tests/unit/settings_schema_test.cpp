#include <gtest/gtest.h>

#include <set>

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
