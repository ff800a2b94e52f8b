#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/frame/frame.hpp"

namespace heteroscope {

/// A picture that was kept, to compare others with it.
struct KeptPicture {
  char letter = 'A';
  std::string made_by;  ///< "simd_tuned, fp64"
  std::string about;    ///< "simd_tuned, fp64, 1036 × 727"
  std::shared_ptr<const Frame> frame;
  [[nodiscard]] std::string name() const { return {letter}; }
};

/// Pictures of a workload, of which one is chosen.
class KeptPictures {
 public:
  static constexpr std::size_t most = 6;
  static constexpr std::size_t most_bytes = std::size_t{1} << 30;

  KeptPictures() = default;
  /// Keeps pictures of at most so many bytes together, or a single larger one.
  explicit KeptPictures(std::size_t bytes) : room_(bytes) {}

  /// Keeps a picture under the first free letter and chooses it; the oldest ones are dropped if there would be too
  /// many, or too many bytes. A picture that is kept already is only chosen.
  const KeptPicture& keep(std::shared_ptr<const Frame> frame);
  void choose(char letter);
  /// Removes a picture and chooses the one before it.
  void drop(char letter);
  /// Returns the chosen picture; null: there is none.
  [[nodiscard]] const KeptPicture* chosen() const;
  /// Returns the picture after the chosen one; null after the last.
  [[nodiscard]] const KeptPicture* next() const;
  /// Returns the bytes of all their values.
  [[nodiscard]] std::size_t bytes() const;
  /// Returns the pictures in the order of their letters.
  [[nodiscard]] const std::vector<KeptPicture>& all() const { return all_; }

 private:
  [[nodiscard]] std::vector<KeptPicture>::const_iterator find(char letter) const;

  std::vector<KeptPicture> all_;
  std::vector<char> ages_;  // letters, the oldest first
  char chosen_ = 0;
  std::size_t room_ = most_bytes;
};

}  // namespace heteroscope
