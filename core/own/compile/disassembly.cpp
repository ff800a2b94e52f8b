#include "core/own/compile/disassembly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <vector>

#include "core/base/message.hpp"
#include "core/io/private_folder.hpp"
#include "core/own/compile/source_lines.hpp"
#include "core/own/compile/tool.hpp"
#include "core/process/find_program.hpp"

namespace heteroscope {
namespace {

/// A program that lists machine code, with its arguments ahead of the file.
struct Lister {
  const char* name;
  std::filesystem::path program;  ///< empty: it is not installed
  std::vector<std::string> arguments;
  const char* part_of;
};

Lister lister_for(Processor processor) {
  if (processor == Processor::gpu)
    return {"nvdisasm", find_cuda_tool("nvdisasm"), {"--print-code", "--print-line-info-inline"}, "a CUDA toolkit"};
  return {"objdump",
          find_program("objdump"),
          {"--disassemble", "--demangle", "--no-show-raw-insn", "--section=.text"},
          "binutils"};
}

/// Returns objdump's listing without its heading, which names a file that is gone, and without the functions that the
/// compiler's start-up code brings into every library: what the person's file has made.
std::string of_the_file(std::string_view listing) {
  constexpr std::string_view of_start_up[] = {
      "<deregister_tm_clones>:", "<register_tm_clones>:", "<__do_global_dtors_aux>:", "<frame_dummy>:"};
  std::string out;
  while (!listing.empty()) {
    const std::size_t end = listing.find("\n\n");
    const std::string_view block = listing.substr(0, end);
    const std::string_view head = block.substr(0, block.find('\n'));
    const bool is_function = head.ends_with(">:");
    if (is_function && std::ranges::none_of(of_start_up, [&](std::string_view each) { return head.ends_with(each); }))
      out.append(out.empty() ? "" : "\n\n").append(block);
    listing = end == listing.npos ? std::string_view() : listing.substr(end + 2);
  }
  return out;
}

}  // namespace

Disassembly disassembly(const CompiledCode& code, const OwnSource& source) {
  const Lister lister = lister_for(source.processor);
  Disassembly out{.tool = lister.name};
  if (lister.program.empty()) {
    out.why_not = fmt::format("machine code is listed by {}, a part of {}, which is not installed here", out.tool,
                              lister.part_of);
    return out;
  }
  const PrivateFolder folder;
  const std::filesystem::path file = folder.path() / "code";
  write_scratch_file(file, code.code);
  std::vector<std::string> words{lister.program.string()};
  words.insert(words.end(), lister.arguments.begin(), lister.arguments.end());
  words.push_back(file.string());
  ToolResult result = run_tool(folder.path(), std::move(words));
  if (result.status == 0) {
    out.text = source.processor == Processor::cpu ? of_the_file(result.said) : with_source_lines(result.said, source);
  } else {
    out.why_not = fmt::format("{} lists nothing of the code: {}", out.tool,
                              result.limit.empty() ? excerpt(result.said) : "it " + result.limit);
  }
  return out;
}

}  // namespace heteroscope
