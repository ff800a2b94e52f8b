#pragma once

#include <filesystem>
#include <optional>

#include "core/link/wire.hpp"
#include "core/model/settings/settings.hpp"
#include "core/own/compile/private_folder.hpp"

namespace heteroscope {

/// The image file that came from another machine for the plans that follow. The names of files there mean nothing here:
/// a file of this machine is never read for them.
class ReceivedSource {
 public:
  /// Takes the message of one.
  void take(WireReader& wire);
  /// Puts it in the place of a source that is a file. Throws BadInput where none has come.
  void put_into(Source& source) const;

 private:
  std::optional<PrivateFolder> folder_;
  std::filesystem::path path_;  ///< empty: none has come
  int count_ = 0;
};

}  // namespace heteroscope
