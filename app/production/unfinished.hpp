#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/io/descriptor.hpp"
#include "core/io/positioned_file.hpp"

namespace heteroscope {

/// The files beside a result while it is not finished: its bytes so far, and what they are.
std::filesystem::path unfinished_data(const std::filesystem::path& out);
std::filesystem::path unfinished_state(const std::filesystem::path& out);

/// A file under way, a poster's or with an iteration's state. What is said to be finished of it is on the disk. Throws
/// BadInput where a file cannot be read or written, or is none that this program makes (check_kept_file()).
class Unfinished {
 public:
  explicit Unfinished(std::filesystem::path out);

  /// Where the bytes go, once it is open.
  [[nodiscard]] PositionedFile& file() { return file_; }
  [[nodiscard]] const std::filesystem::path& out() const { return out_; }
  [[nodiscard]] const std::filesystem::path& state_path() const { return state_path_; }
  /// The state, as text, of one that an earlier process has left. Throws BadInput where there is none.
  [[nodiscard]] std::string state_text() const;
  /// Throws BadInput where what an earlier process has left differs from what is asked for; `what`: "poster".
  void refuse_another(std::string_view what, const std::string& difference) const;
  /// Throws BadInput where an earlier process has left one.
  void refuse_earlier() const;
  /// Bytes that it may have on its disk, `kept` of which it has already; none where nobody knows.
  [[nodiscard]] std::optional<double> room(std::uint64_t kept) const;
  /// Whether nobody else may write it from then on, but for those that open it without that.
  enum class Locks { no, yes };
  /// `resume`: there is one, of at least so many bytes.
  void open(bool resume, std::uint64_t kept, Locks locks = Locks::yes);
  /// Brings the bytes, and then the state, to the disk.
  void keep(const std::string& state_text);
  /// Takes the place that it was made for.
  void finish();
  void remove() const;

 private:
  void check_own() const;

  std::filesystem::path out_, data_path_, state_path_;
  PositionedFile file_;
  Descriptor descriptor_;
};

}  // namespace heteroscope
