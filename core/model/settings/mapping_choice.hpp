#pragma once

#include <string_view>
#include <vector>

#include "core/model/settings/settings.hpp"

/// How blocks lie over a result is a mapping that a variant knows (Knobs::mappings), or the variant itself where each
/// has one of its own: two ways to say the same, which are chosen together.
namespace heteroscope {

/// Those of the GPU variants of all stages, each once, in the order in which variants are offered; of a build without
/// CUDA none is known.
std::vector<std::string_view> mappings_of(const Workload& workload);

/// Lays blocks in this way: where a stage's GPU variant does not know it, the first that does takes its place.
void choose_mapping(Settings& settings, const Workload& workload, std::string_view mapping);

/// Takes this variant for the GPU's side of the stage. A mapping that it does not know makes way for its own.
void choose_gpu_variant(Settings& settings, const Stage& stage, std::string_view id);

}  // namespace heteroscope
