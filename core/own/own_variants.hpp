#pragma once

#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

#include "core/own/own_variant.hpp"

namespace heteroscope {

/// The variants of a person's own that this process knows. They stand among the variants of their stages, each under
/// its file's name; a file that has changed takes its own place. Any thread may add some.
class OwnVariants {
 public:
  OwnVariants(Catalog catalog, EmbeddedFiles headers) : catalog_(catalog), headers_(headers) {}

  /// Puts the variant that a source declares into its stage's list; nothing of it is compiled. Throws BadInput where
  /// the stage has another file's variant of that name.
  const OwnVariant& add(OwnSource source);
  /// Puts the variant of a file's text there. Throws what own_source_of() does, too.
  const OwnVariant& add(const std::filesystem::path& path, std::string text);

 private:
  Catalog catalog_;
  EmbeddedFiles headers_;
  mutable std::mutex mutex_;                       ///< for what follows
  std::deque<std::unique_ptr<OwnVariant>> added_;  ///< older ones among them: frames that they computed name them
};

}  // namespace heteroscope
