#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/model/workload.hpp"
#include "core/own/source/compile_message.hpp"
#include "core/own/source/declared_addresses.hpp"
#include "core/own/source/source_text.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// HETEROSCOPE_TUNE(tile, 16, {8, 16, 32}): a constant of the source that the program sets.
struct OwnTunable {
  std::string id;
  std::vector<int> values;  ///< rising
  int initial = 0;          ///< one of them
};

/// A function of the source that computes.
struct OwnKernel {
  SourcePart name;  ///< with its namespaces, from the global one on: "::mine::advance"
  bool is_template = false;
};

/// A person's file, with all that it declares (core/own/variant.hpp has the macros).
struct OwnSource {
  std::filesystem::path path;
  SourceText source;
  Processor processor = Processor::cpu;
  const Workload* workload = nullptr;
  std::size_t stage = 0;  ///< its number in the workload
  std::string summary;
  BlockShape block{};             ///< {0, 0}: the file declares none
  std::vector<SourcePart> grid;   ///< expressions for x, y and z; none: a thread a cell
  std::vector<SourcePart> cells;  ///< expressions for columns and rows of a block; none: the file declares none
  std::optional<SourcePart> shared;
  std::vector<OwnTunable> tunables;
  std::vector<OwnKernel> kernels;     ///< in the order in which they are launched
  std::vector<Precision> precisions;  ///< that each kernel takes
  DeclaredAddresses addresses;        ///< of the kernel, for the memory lens; without accesses: the file declares none

  [[nodiscard]] std::string id() const { return path.filename().string(); }
  [[nodiscard]] const OwnKernels& stage_kernels() const { return *workload->stages[stage].own; }
};

/// Returns whether a file of that name would be a variant: it ends in .cu, or as C++ sources do.
bool is_own_source(const std::filesystem::path& path);

/// Reads the file and what it declares. Throws BadInput if it cannot be read or is no source, and CompileError, with
/// the place, if it declares no variant of one of the workloads.
OwnSource read_own_source(const std::filesystem::path& path, Catalog catalog);
/// Reads a text as that of the file; throws likewise.
OwnSource own_source_of(const std::filesystem::path& path, std::string text, Catalog catalog);

}  // namespace heteroscope
