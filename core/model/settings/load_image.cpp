#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <list>
#include <mutex>
#include <new>
#include <system_error>
#include <type_traits>
#include <utility>

#include "core/base/message.hpp"
#include "core/base/wrong.hpp"
#include "core/io/file.hpp"
#include "core/io/image/image.hpp"
#include "core/io/npy.hpp"
#include "core/model/settings/source.hpp"

namespace heteroscope {
namespace {

/// The stamp that distinguishes a file from an earlier one of the same name.
struct Stamp {
  dev_t device = 0;
  ino_t inode = 0;
  off_t bytes = 0;
  std::int64_t seconds = 0, nanoseconds = 0;  ///< of the last change
  bool operator==(const Stamp&) const = default;
};

Stamp stamp_of(const std::filesystem::path& path) {
  struct stat status {};
  if (path.native().find('\0') != std::string::npos) {
    throw BadInput(fmt::format("cannot read {}: its name contains a zero byte", path.c_str()));
  }
  if (::stat(path.c_str(), &status) != 0) {
    throw BadInput(fmt::format("cannot read {}: {}", path.string(), reason_of(errno)));
  }
  if (S_ISDIR(status.st_mode))
    throw BadInput(Wrong::kind, path.string(), fmt::format("cannot read {}: it is a folder", path.string()));
  if (!S_ISREG(status.st_mode))
    throw BadInput(Wrong::kind, path.string(), fmt::format("cannot read {}: it is not a regular file", path.string()));
  return {status.st_dev, status.st_ino, status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

/// A channel of a file, or its values.
using LoadedImage = DecodedImage;

/// The channels of images that were read last.
class Cache {
 public:
  std::shared_ptr<const LoadedImage> find(const std::filesystem::path& path, ImageChannel channel, const Stamp& stamp) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find_if(
        kept_, [&](const Entry& each) { return each.path == path && each.channel == channel && each.stamp == stamp; });
    if (found == kept_.end()) return nullptr;
    kept_.splice(kept_.begin(), kept_, found);
    return kept_.front().image;
  }

  void keep(const std::filesystem::path& path, ImageChannel channel, const Stamp& stamp,
            std::shared_ptr<const LoadedImage> image) {
    const std::lock_guard lock(mutex_);
    std::erase_if(kept_, [&](const Entry& each) {
      return each.path == path && (each.channel == channel || each.stamp != stamp);
    });
    kept_.push_front({path, channel, stamp, std::move(image)});
    std::size_t bytes = 0;
    std::size_t count = 0;
    std::erase_if(kept_, [&](const Entry& each) {
      bytes += each.image->field.bytes();
      return ++count > 1 && (count > most_images || bytes > most_bytes);
    });
  }

 private:
  static constexpr std::size_t most_images = 8;                    // two color pictures with their luma
  static constexpr std::size_t most_bytes = std::size_t{1} << 30;  // the newest image is kept whatever its size
  struct Entry {
    std::filesystem::path path;
    ImageChannel channel = ImageChannel::luma;
    Stamp stamp;
    std::shared_ptr<const LoadedImage> image;
  };
  std::mutex mutex_;
  std::list<Entry> kept_;  ///< the one used last comes first
};

void check_finite(const Field& field, const std::string& name) {
  with_value_type(field.precision(), [&]<class T>() {
    const FieldView view = field.host_view();
    for (int y = 0; y < view.size.height; ++y) {
      const T* row = view.row<T>(y);
      const T* wrong =
          std::find_if(row, row + view.size.width, [](T value) { return !std::isfinite(static_cast<double>(value)); });
      if (wrong == row + view.size.width) continue;
      throw wrong_file(Wrong::value, name, "row {}, column {} is {}; every value must be finite", y, wrong - row,
                       static_cast<double>(*wrong));
    }
  });
}

/// The file's first bytes, or fewer: a film is not read as a whole to learn that it is no image.
std::string signature_of(const std::filesystem::path& path) {
  std::string start(image_signature_bytes, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(file.gcount()));
  return file.bad() || !file.is_open() ? std::string() : start;
}

LoadedImage read_image(const std::filesystem::path& path, ImageChannel channel) {
  const std::string name = path.string();
  const std::string start = signature_of(path);
  const bool npy = start.starts_with("\x93NUMPY");
  // Where nothing could be read, read_file() knows why.
  if (!npy && !start.empty()) check_image_signature(std::as_bytes(std::span(start)), name);
  const std::vector<std::byte> bytes = read_file(path);
  if (!npy) return decode_image(bytes, name, channel);
  Field field = decode_npy(bytes, name);
  check_finite(field, name);
  return {std::move(field), false};
}

}  // namespace

std::string misfit_of_int32(const Field& image, const std::string& name) {
  return with_value_type(image.precision(), [&]<class T>() -> std::string {
    if constexpr (std::is_integral_v<T>) return {};
    const auto fits = [](T value) { return value >= T(-0x1p31) && value < T(0x1p31) && std::floor(value) == value; };
    const FieldView view = image.host_view();
    for (int y = 0; y < view.size.height; ++y) {
      const T* row = view.row<T>(y);
      const T* wrong = std::find_if_not(row, row + view.size.width, fits);
      if (wrong == row + view.size.width) continue;
      return fmt::format("{}: row {}, column {} is {}, which int32 cannot represent: choose fp32 or fp64", name, y,
                         wrong - row, static_cast<double>(*wrong));
    }
    return {};
  });
}

namespace {

std::shared_ptr<const LoadedImage> load_channel(const std::filesystem::path& path, ImageChannel channel) {
  static Cache cache;
  const Stamp stamp = stamp_of(path);
  std::error_code error;
  const auto place = std::filesystem::absolute(path, error);
  if (channel == ImageChannel::color) channel = ImageChannel::luma;
  if (auto kept = cache.find(place, channel, stamp)) return kept;
  // Read without the lock: what another thread has kept must not wait for a large file.
  try {
    auto image = std::make_shared<const LoadedImage>(read_image(path, channel));
    cache.keep(place, channel, stamp, image);
    return image;
  } catch (const std::bad_alloc&) {
    throw BadInput(fmt::format("cannot read {}: not enough memory for its {} bytes", path.string(), stamp.bytes));
  }
}

}  // namespace

std::shared_ptr<const Field> load_image(const std::filesystem::path& path, ImageChannel channel) {
  const std::shared_ptr<const LoadedImage> image = load_channel(path, channel);
  return {image, &image->field};
}

bool has_colors(const std::filesystem::path& path) {
  return load_channel(path, ImageChannel::luma)->colored;
}

}  // namespace heteroscope
