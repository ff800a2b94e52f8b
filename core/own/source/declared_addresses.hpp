#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/own/source/source_text.hpp"

namespace heteroscope {

struct OwnSource;
struct Declaration;

/// HETEROSCOPE_LET(inner, x > 0): a name for a number that each thread has.
struct DeclaredName {
  SourcePart name;
  SourcePart value;
};

/// HETEROSCOPE_TILE(tile, block_x + 1, block_y): an array of values in shared memory.
struct DeclaredTile {
  SourcePart name;
  SourcePart columns, rows;
};

/// HETEROSCOPE_LOADS(in[4], at, when, j < 3) or HETEROSCOPE_STORES(…): an instruction of the kernel.
struct DeclaredAccess {
  bool stores = false;
  SourcePart array;
  std::optional<SourcePart> at_once;  ///< values that a thread moves; none: one
  SourcePart element;                 ///< in units of as many values
  std::optional<SourcePart> when;     ///< not 0 for threads that take part; none: all do
  std::vector<DeclaredName> loops;    ///< a name that runs from 0 to below the value; the first is the outermost
};

/// What a file declares of the addresses that its kernel reaches.
struct DeclaredAddresses {
  std::vector<DeclaredName> names;  ///< in their order: each may use those before it
  std::vector<DeclaredTile> tiles;
  std::vector<DeclaredAccess> accesses;  ///< in the order of the kernel
};

/// The names that every thread has in these declarations, in the order of their values (own_accesses.cpp), behind those
/// of the launch and the stage.
inline constexpr std::string_view thread_names[] = {"blockDim.x", "blockDim.y", "gridDim.x",   "gridDim.y",
                                                    "blockIdx.x", "blockIdx.y", "threadIdx.x", "threadIdx.y",
                                                    "x",          "y"};

/// Reads them. The source has its launch already, and its kernels. Throws CompileError for what cannot be meant: an
/// array that there is not, an expression that is none, and declarations in which nothing says who writes the result.
DeclaredAddresses addresses_in(const OwnSource& source, const std::vector<Declaration>& declarations);

/// The names that expressions of a source's addresses know, in the order in which they come to have values: those of
/// the launch, of the stage, of the thread, and of HETEROSCOPE_LET. The source's stage has addresses.
std::vector<std::string_view> address_names(const OwnSource& source);

}  // namespace heteroscope
