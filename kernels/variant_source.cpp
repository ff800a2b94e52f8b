#include "kernels/variant_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "core/own/source/own_source.hpp"
#include "kernels/embedded_files.hpp"

namespace heteroscope {
namespace {

/// The file of that name; without text where the program does not have it.
EmbeddedFile embedded(std::string_view name) {
  for (const EmbeddedFiles all : {variant_sources(), own_headers()}) {
    const auto found = std::ranges::find(all, name, &EmbeddedFile::name);
    if (found != all.end()) return *found;
  }
  return {};
}

/// A variant's file is named by its id, and by its stage and its id where the workload has a list for each stage.
EmbeddedFile file_of(const Workload& workload, const Stage& stage, const NamedVariant& variant) {
  if (const OwnSource* const own = variant.variant->own) return {own->path.native(), own->source.text()};
  for (const std::string& stem : {std::string(variant.id), fmt::format("{}_{}", stage.id, variant.id)}) {
    for (const char* const ending : {".cu", ".cpp"}) {
      const EmbeddedFile found = embedded(fmt::format("kernels/{}/{}{}", workload.id, stem, ending));
      if (!found.text.empty()) return found;
    }
  }
  return {};
}

/// The headers in the program that the text includes from the workload's folder.
std::vector<EmbeddedFile> included_by(std::string_view text, const Workload& workload) {
  const std::string begin = fmt::format("#include \"kernels/{}/", workload.id);
  std::vector<EmbeddedFile> out;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(begin)) continue;
    const std::size_t from = line.find('"') + 1;
    const EmbeddedFile found = embedded(std::string_view(line).substr(from, line.find('"', from) - from));
    if (!found.text.empty()) out.push_back(found);
  }
  return out;
}

}  // namespace

std::vector<EmbeddedFile> VariantSource::all() const {
  std::vector<EmbeddedFile> out{reference, file};
  out.insert(out.end(), included.begin(), included.end());
  std::erase_if(out, [](const EmbeddedFile& each) { return each.text.empty(); });
  return out;
}

std::optional<VariantSource> source_of(const Workload& workload, const Stage& stage, const NamedVariant& variant) {
  VariantSource out{.reference = embedded(fmt::format("kernels/{}/reference.hpp", workload.id)),
                    .file = file_of(workload, stage, variant),
                    .included = {}};
  if (out.file.text.empty()) return std::nullopt;
  out.included = included_by(out.file.text, workload);
  std::erase_if(out.included, [&](const EmbeddedFile& each) { return each.name == out.reference.name; });
  return out;
}

std::string start_beside(std::string_view start, std::string_view id, const EmbeddedFile& source) {
  std::string out = fmt::format(
      "{}\n// Below, to read beside it, is the source of the variant {}: {}.\n// What launches its kernels is the "
      "program's own; here the program launches yours.\n//\n",
      start, id, source.name);
  std::istringstream lines{std::string(source.text)};
  // a backslash at a line's end would continue the comment on the next line, which compilers warn of
  for (std::string line; std::getline(lines, line);)
    out += fmt::format("//{}{}{}\n", line.empty() ? "" : " ", line, line.ends_with('\\') ? "." : "");
  return out;
}

}  // namespace heteroscope
