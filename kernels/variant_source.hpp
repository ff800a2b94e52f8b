#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/embedded_file.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// The sources of a variant, as they stand in the repository, or as a person has saved them.
struct VariantSource {
  EmbeddedFile reference;              ///< the workload's reference loop; no text: the program has none of it
  EmbeddedFile file;                   ///< the variant's own
  std::vector<EmbeddedFile> included;  ///< headers of the workload that the file includes, where its kernel may be

  /// All of them in the order in which they are read, without those that have no text.
  [[nodiscard]] std::vector<EmbeddedFile> all() const;
};

/// The sources of a stage's variant; nothing where the program has none, as of a workload that a test brings.
std::optional<VariantSource> source_of(const Workload& workload, const Stage& stage, const NamedVariant& variant);

/// A file to start one's own variant from, with that source as a comment below it.
std::string start_beside(std::string_view start, std::string_view id, const EmbeddedFile& source);

}  // namespace heteroscope
