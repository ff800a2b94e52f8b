#include "core/world/common_memory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/message.hpp"

namespace heteroscope {

namespace {

constexpr const char* name = "heteroscope";

[[noreturn]] void refuse(std::string_view what, int error) {
  throw BadInput(fmt::format("{}: {}", what, reason_of(error)));
}

std::string words_of_bytes(std::size_t bytes) {
  return fmt::format("{} bytes of shared memory are not available", bytes);
}

}  // namespace

MachineName machine_name() {
  MachineName out{};
  ::gethostname(out.data(), out.size() - 1);
  return out;
}

CommonMemory::CommonMemory(std::size_t bytes)
    : bytes_(bytes), hold_(bytes), file_(::memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING)) {
  if (!file_.is_open()) refuse(words_of_bytes(bytes_), errno);
  // a page that is not there when it is written to would end the process
  if (const int error = ::posix_fallocate(file_.get(), 0, static_cast<off_t>(bytes_)); error != 0)
    refuse(words_of_bytes(bytes_), error);
  if (::fcntl(file_.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
    refuse(words_of_bytes(bytes_), errno);
  map();
  std::uint64_t token = 0;
  if (::getrandom(&token, sizeof token, 0) != sizeof token) token = static_cast<std::uint64_t>(::getpid());
  std::memcpy(data_, &token, sizeof token);
}

CommonMemory::CommonMemory(const CommonHandle& handle) : bytes_(handle.bytes) {
  const std::string path = fmt::format("/proc/{}/fd/{}", handle.process, handle.descriptor);
  const std::string what = fmt::format("the memory of process {} cannot be reached", handle.process);
  // what else has that number there, where the process is seen under another, is not opened
  std::array<char, 64> target{};
  if (::readlink(path.c_str(), target.data(), target.size() - 1) < 0) refuse(what, errno);
  if (!std::string_view(target.data()).starts_with(fmt::format("/memfd:{}", name))) refuse(what, ENOENT);
  file_ = Descriptor(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  if (!file_.is_open()) refuse(what, errno);
  struct stat facts {};
  if (::fstat(file_.get(), &facts) != 0) refuse(what, errno);
  const int seals = ::fcntl(file_.get(), F_GET_SEALS);
  if (facts.st_size != static_cast<off_t>(bytes_) || bytes_ < token_bytes || seals < 0 || (seals & F_SEAL_SHRINK) == 0)
    throw BadInput(what + ": it is another");
  std::uint64_t token = 0;
  if (::pread(file_.get(), &token, sizeof token, 0) != sizeof token || token != handle.token)
    throw BadInput(what + ": it is another");
  map();
}

void CommonMemory::map() {
  void* const place = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file_.get(), 0);
  if (place == MAP_FAILED) refuse(words_of_bytes(bytes_), errno);
  data_ = static_cast<std::byte*>(place);
}

CommonMemory::~CommonMemory() {
  ::munmap(data_, bytes_);
}

CommonHandle CommonMemory::handle() const {
  CommonHandle out{
      .machine = machine_name(), .process = ::getpid(), .descriptor = file_.get(), .bytes = bytes_, .token = 0};
  std::memcpy(&out.token, data_, sizeof out.token);
  return out;
}

}  // namespace heteroscope
