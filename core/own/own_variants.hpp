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
  OwnVariants(Catalog catalog, OwnHeaders headers) : catalog_(catalog), headers_(headers) {}

  /// Reads the file, and puts the variant that it declares into its stage's list; nothing of it is compiled. Throws
  /// what read_own_source() does, and BadInput where the stage has another file's variant of that name.
  const OwnVariant& add(const std::filesystem::path& path);
  /// The same for a text that has been read.
  const OwnVariant& add(const std::filesystem::path& path, std::string text);
  /// That of a variant which it has added.
  [[nodiscard]] const OwnVariant& of(const Variant& variant) const;

 private:
  const OwnVariant& put(OwnSource source);

  Catalog catalog_;
  OwnHeaders headers_;
  mutable std::mutex mutex_;                       ///< for what follows
  std::deque<std::unique_ptr<OwnVariant>> added_;  ///< older ones among them: frames that they computed name them
};

}  // namespace heteroscope
