// What there is to read of the program's variants.
#include "kernels/variant_source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "core/model/schema/keyed_words.hpp"
#include "core/own/source/own_source.hpp"
#include "kernels/embedded_files.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

TEST(VariantSources, EveryVariantHasItsFileAndTheReferenceLoop) {
  for (const Workload* const workload : catalog()) {
    for (const Stage& stage : workload->stages) {
      for (const NamedVariant& each : stage.variants) {
        SCOPED_TRACE(std::string(workload->id) + ", " + std::string(each.id));
        const auto source = source_of(*workload, stage, each);
        ASSERT_TRUE(source);
        const std::string_view ending = each.variant->processor == Processor::gpu ? ".cu" : ".cpp";
        EXPECT_TRUE(source->file.name.ends_with(std::string(each.id) + std::string(ending))) << source->file.name;
        EXPECT_NE(source->file.text.find("const Variant "), std::string_view::npos);
        EXPECT_FALSE(source->reference.text.empty());
        EXPECT_EQ(source->all().size(), 2 + source->included.size());
      }
    }
  }
}

TEST(VariantSources, AKernelInAHeaderIsThere) {
  const Workload& heat = find_workload(catalog(), "heat");
  const FoundVariant found = find_variants(heat, "cuda_blocked", catalog()).front();
  const auto source = source_of(heat, *found.stage, *found.variant);
  ASSERT_TRUE(source);
  EXPECT_TRUE(std::ranges::any_of(source->included, [](const EmbeddedFile& each) {
    return each.text.find("__global__") != std::string_view::npos;
  }));
}

/// A program for any GPU has the code of most variants for the oldest alone, in which the instructions of newer ones,
/// which these headers have, are left out.
TEST(VariantSources, WhoHasInstructionsOfNewerGpusAsksForTheirCode) {
  constexpr std::array headers{"run/gpu/cluster.cuh\"",  "run/gpu/dependent.cuh\"", "dependent_launch.cuh\"",
                               "run/gpu/mbarrier.cuh\"", "nbody/clusters.cuh\"",    "run/gpu/tensor_memory.cuh\""};
  int having = 0;
  for (const EmbeddedFile& each : variant_sources()) {
    const bool has = std::ranges::any_of(
        headers, [&](std::string_view header) { return each.text.find(header) != std::string_view::npos; });
    if (!each.name.ends_with(".cu") || !has) continue;
    ++having;
    EXPECT_NE(each.text.find("refusal_of_"), std::string_view::npos) << each.name;
  }
  EXPECT_GE(having, 9);
}

TEST(VariantSources, EachFileIsInTheProgramOnce) {
  for (const EmbeddedFile& each : variant_sources()) {
    EXPECT_EQ(std::ranges::count(variant_sources(), each.name, &EmbeddedFile::name), 1) << each.name;
    EXPECT_EQ(std::ranges::count(own_headers(), each.name, &EmbeddedFile::name), 0) << each.name;
  }
}

TEST(VariantSources, AStartBesideOneIsStillTheStart) {
  for (const Workload* const workload : catalog()) {
    for (const Stage& stage : workload->stages) {
      if (!stage.own) continue;
      for (const NamedVariant& each : stage.variants) {
        SCOPED_TRACE(std::string(workload->id) + ", " + std::string(each.id));
        const bool gpu = each.variant->processor == Processor::gpu;
        const std::string_view start = gpu ? stage.own->gpu_start : stage.own->cpu_start;
        const auto source = source_of(*workload, stage, each);
        ASSERT_TRUE(source);
        const std::string text = start_beside(start, each.id, source->file);
        EXPECT_TRUE(text.starts_with(start));
        const OwnSource own = own_source_of(gpu ? "my.cu" : "my.cpp", text, catalog());
        EXPECT_EQ(own.kernels.size(), own_source_of(own.path, std::string(start), catalog()).kernels.size());
        EXPECT_EQ(text.find("\\\n"), std::string::npos) << "such a line leads a comment on";
      }
    }
  }
}

}  // namespace
}  // namespace heteroscope
