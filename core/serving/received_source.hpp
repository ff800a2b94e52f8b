#pragma once

#include <filesystem>
#include <optional>

#include "core/base/failure.hpp"
#include "core/link/wire.hpp"
#include "core/model/settings/settings.hpp"
#include "core/own/compile/private_folder.hpp"

namespace heteroscope {

/// The image file that came from another machine for the plans that follow. The names of files there mean nothing here:
/// a file of this machine is never read for them.
class ReceivedSource {
 public:
  /// Takes the message of one. Why that fails (the disk is full) is told by put_into().
  void take(WireReader& wire);
  /// Puts it in the place of a source that is a file. Throws BadInput where none has come, or it could not be written.
  void put_into(Source& source) const;

 private:
  void write(WireReader& wire);

  Failure failure_;  ///< of the last one; none: it is there
  std::optional<PrivateFolder> folder_;
  std::filesystem::path path_;  ///< empty: none has come
  int count_ = 0;
};

}  // namespace heteroscope
