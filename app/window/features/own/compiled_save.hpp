#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/device/limits/launches.hpp"
#include "core/own/source/compile_message.hpp"

namespace heteroscope {

class OwnVariant;

/// A person's file as it was saved, which is to be compiled and to take its place among the variants.
struct CompileOrder {
  std::filesystem::path path;
  std::string text;
  bool goes_back = false;  ///< it is an earlier save, which the person wants again
};

/// The result of compiling a save.
struct CompiledSave {
  CompileOrder order;
  const OwnVariant* variant = nullptr;     ///< that computes from now on; null: the one before goes on
  std::string why;                         ///< why it does not compile, in one line; empty: it does
  std::vector<CompileMessage> messages;    ///< the compiler's, or those of the reader of such files
  std::vector<device::KernelNeeds> needs;  ///< of each kernel; none on the CPU, and where no GPU has loaded them
  double ms = 0;
  bool from_cache = false;
};

/// Compiles the text, and puts it in the place of the variant before only if it compiles. Nothing of it is executed.
/// Any thread may call it. Throws BadInput and DeviceError for what is not the text's fault.
CompiledSave compiled_save(const CompileOrder& order);

}  // namespace heteroscope
