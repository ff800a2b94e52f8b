#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/model/schema/keyed_words.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// The stage of which a person writes a variant: the workload's main one, or else the first that takes one's own
/// variants; null: none does.
const Stage* stage_to_write(const Workload& workload);

/// A file to start a variant from.
struct StartFile {
  std::string stem;    ///< "my_heat"
  std::string ending;  ///< ".cu"
  std::string text;
  std::vector<std::string> taken;              ///< names that variants have already
  std::vector<std::filesystem::path> folders;  ///< where it may be written, the best first
};

/// The simplest kernel for a GPU, the plain loop for the CPU.
StartFile start_file(const Workload& workload, const Stage& stage, Processor processor);

/// A file for the stage and the processor of that variant, with its source as a comment below the start.
StartFile start_file(const Workload& workload, const FoundVariant& beside);

/// Writes it into the first of the folders that takes it, under a name that nothing has there: my_heat.cu, my_heat_2.cu
/// and so on. Returns the path. Throws BadInput where no folder takes it.
std::filesystem::path write_start_file(const StartFile& file);

}  // namespace heteroscope
