#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/model/workload.hpp"
#include "core/own/own_variant.hpp"

namespace heteroscope {

/// Whether this machine can compile it: one without a GPU may lack the compiler for GPUs, and the plan says then that
/// there is none.
bool can_be_compiled(const OwnSource& source);

/// Reads and compiles a file with a variant of a person's own, and puts that among the variants of its stage. Throws
/// BadInput where it cannot be read or is no such file, and CompileError where a compiler refuses it.
const OwnVariant& open_own_file(const std::filesystem::path& path);

/// What --variant is given: a variant's id stays as it is, and a file becomes that of its variant, which is opened.
std::string variant_word(const std::string& typed);

/// A file of a folder that could not be opened, and why.
struct RefusedFile {
  std::filesystem::path path;
  std::string why;
};

/// The variants of a folder's files.
struct OwnFolder {
  std::vector<const OwnVariant*> variants;  ///< by name
  std::vector<RefusedFile> refused;
};

/// Opens all files of a folder that may be variants. Throws BadInput where there is no such folder, or none in it.
OwnFolder open_own_folder(const std::filesystem::path& folder);

/// What --variants is given, as words of --variant: the variants of that workload in a folder. Others, and those that
/// cannot be opened, are named on standard error with the reason. Throws BadInput where none is left.
std::vector<std::string> words_of_folder(const std::filesystem::path& folder, const Workload& workload);

}  // namespace heteroscope
