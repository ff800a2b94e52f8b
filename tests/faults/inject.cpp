// Linked into a copy of the program: makes chosen calls fail, as a machine that is short of something would.
//
//   HETEROSCOPE_FAULT=KIND:N        the N-th call of that kind fails
//   HETEROSCOPE_FAULT=KIND:N+       that one and all after it
//   HETEROSCOPE_FAULT=KIND@FILE     the first call of that kind once there is such a file, which it takes away: where
//   the
//                                   number of calls depends on how fast the machine is
//   HETEROSCOPE_FAULT_COUNTS=FILE   at the end a line for each kind: its name, its calls, and for each place in the
//                                   code (by the addresses of the callers) the number of its first call
//
// Kinds: alloc (operator new and aligned_alloc), open, write, fsync, rename, link, thread; and of the GPU that
// fake_device.cpp makes believe: gpu (any call), gpu_full (no memory there), gpu_lost (a fault after which it answers
// no more). Of memory and threads only what the program's own code asks for is counted, be it through the C++ library
// or OpenMP's: what others (OpenGL's drivers and their LLVM, X, FreeType, zlib, …) ask for is left alone.
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>

#include "tests/faults/inject.hpp"

extern "C" {
// The program's own code lies between these; the linker defines them.
extern const char __executable_start;
extern const char etext;
}

namespace {

using heteroscope::faults::fails;
using heteroscope::faults::Kind;

constexpr std::array<const char*, 10> names = {"alloc", "open",   "write", "fsync",    "rename",
                                               "link",  "thread", "gpu",   "gpu_full", "gpu_lost"};
constexpr std::size_t kinds = names.size();

constexpr std::size_t most_places = 1 << 15;
struct Place {
  std::atomic<std::uint64_t> hash{0};
  long first = 0;
};

// Constant-initialized: allocations come before any constructor.
std::array<std::atomic<long>, kinds> calls{};
std::array<std::array<Place, most_places>, kinds> places{};
std::atomic<int> chosen_kind{-1};
std::atomic<long> chosen_call{0};
std::atomic<bool> all_after{false};
std::atomic<bool> counting{false};
const char* awaited_file = nullptr;

void read_environment() {
  const char* text = std::getenv("HETEROSCOPE_FAULT");
  int kind = -1;
  for (std::size_t i = 0; text != nullptr && i < kinds; ++i) {
    const std::size_t length = std::strlen(names[i]);
    if (std::strncmp(text, names[i], length) != 0 || (text[length] != ':' && text[length] != '@')) continue;
    kind = static_cast<int>(i);
    if (text[length] == '@') {
      awaited_file = text + length + 1;
      continue;
    }
    char* end = nullptr;
    chosen_call = std::strtol(text + length + 1, &end, 10);
    all_after = *end == '+';
  }
  counting = std::getenv("HETEROSCOPE_FAULT_COUNTS") != nullptr;
  chosen_kind = kind;
}

/// The callers' addresses as one number.
std::uint64_t place_here() {
  constexpr int depth = 24;
  void* callers[depth];
  const int found = backtrace(callers, depth);
  std::uint64_t hash = 0xcbf29ce484222325;
  for (int i = 0; i < found; ++i) hash = (hash ^ reinterpret_cast<std::uintptr_t>(callers[i])) * 0x100000001b3;
  return hash == 0 ? 1 : hash;
}

void note_place(std::size_t kind, long call) {
  const std::uint64_t hash = place_here();
  for (std::size_t i = hash % most_places, tries = 0; tries < most_places; i = (i + 1) % most_places, ++tries) {
    Place& place = places[kind][i];
    std::uint64_t found = 0;
    if (place.hash.compare_exchange_strong(found, hash)) {
      place.first = call;
      return;
    }
    if (found == hash) return;
  }
}

struct Range {
  std::uintptr_t begin = 0, end = 0;
  [[nodiscard]] bool has(const void* address) const {
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    return at >= begin && at < end;
  }
};

/// The C++ library and OpenMP's: what they ask for their callers want.
std::array<Range, 2> go_betweens;

int note_library(dl_phdr_info* info, std::size_t, void*) {
  constexpr std::array<std::string_view, 2> known = {"libstdc++.so", "libgomp.so"};
  const std::string_view name = info->dlpi_name;
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (name.find(known[i]) == std::string_view::npos) continue;
    Range& range = go_betweens[i];
    range.begin = info->dlpi_addr;
    for (int j = 0; j < info->dlpi_phnum; ++j) {
      const ElfW(Phdr)& part = info->dlpi_phdr[j];
      if (part.p_type == PT_LOAD) range.end = info->dlpi_addr + part.p_vaddr + part.p_memsz;
    }
  }
  return 0;
}

bool in_program(const void* address) {
  return Range{reinterpret_cast<std::uintptr_t>(&__executable_start), reinterpret_cast<std::uintptr_t>(&etext)}.has(
      address);
}

bool in_go_between(const void* address) {
  return go_betweens[0].has(address) || go_betweens[1].has(address);
}

/// Whether the caller, or whoever it asks for, is the program's own code.
bool is_own(const void* caller) {
  if (in_program(caller)) return true;
  if (!in_go_between(caller)) return false;
  constexpr int depth = 16;
  void* callers[depth];
  const int found = backtrace(callers, depth);
  bool reached = false;
  for (int i = 0; i < found; ++i) {
    reached |= callers[i] == caller;
    if (reached && !in_go_between(callers[i])) return in_program(callers[i]);
  }
  return false;
}

// The libraries' own start comes before the program's.
std::atomic<bool> begun{false};
[[gnu::constructor(102)]] void begin() {
  dl_iterate_phdr(note_library, nullptr);
  read_environment();
  begun = true;
}

}  // namespace

bool heteroscope::faults::fails(Kind kind) {
  if (!begun) return false;
  const auto k = static_cast<std::size_t>(kind);
  const long call = ++calls[k];
  if (counting) note_place(k, call);
  if (chosen_kind != static_cast<int>(kind)) return false;
  if (awaited_file != nullptr) return syscall(SYS_unlink, awaited_file) == 0;
  return call == chosen_call || (all_after && call > chosen_call);
}

namespace {

/// Through the kernel: this file's own calls are not counted.
struct Report {
  ~Report() {
    const char* path = std::getenv("HETEROSCOPE_FAULT_COUNTS");
    if (path == nullptr) return;
    counting = false;
    chosen_kind = -1;
    std::FILE* file = std::fopen(path, "w");
    if (file == nullptr) return;
    for (std::size_t k = 0; k < kinds; ++k) {
      std::fprintf(file, "%s %ld", names[k], calls[k].load());
      for (const Place& place : places[k])
        if (place.hash != 0) std::fprintf(file, " %ld", place.first);
      std::fprintf(file, "\n");
    }
    std::fclose(file);
  }
} report;

bool refuses(const void* caller) {
  return begun && is_own(caller) && fails(Kind::alloc);
}

void* allocate(std::size_t bytes, const void* caller) {
  void* const memory = refuses(caller) ? nullptr : std::malloc(bytes == 0 ? 1 : bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void* allocate(std::size_t bytes, std::align_val_t alignment, const void* caller) {
  void* memory = nullptr;
  const std::size_t at =
      static_cast<std::size_t>(alignment) < sizeof(void*) ? sizeof(void*) : static_cast<std::size_t>(alignment);
  if (refuses(caller) || posix_memalign(&memory, at, bytes == 0 ? 1 : bytes) != 0) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t bytes) {
  return allocate(bytes, __builtin_return_address(0));
}
void* operator new[](std::size_t bytes) {
  return allocate(bytes, __builtin_return_address(0));
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, alignment, __builtin_return_address(0));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, alignment, __builtin_return_address(0));
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return refuses(__builtin_return_address(0)) ? nullptr : std::malloc(bytes == 0 ? 1 : bytes);
}
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
  return refuses(__builtin_return_address(0)) ? nullptr : std::malloc(bytes == 0 ? 1 : bytes);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

// The linker leads the program's own calls here (--wrap).
extern "C" {

void* __real_aligned_alloc(std::size_t alignment, std::size_t bytes);
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t bytes) {
  return fails(Kind::alloc) ? nullptr : __real_aligned_alloc(alignment, bytes);
}

int __real_open(const char* path, int flags, ...);
int __wrap_open(const char* path, int flags, ...) {
  std::va_list more;
  va_start(more, flags);
  const unsigned mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, unsigned) : 0;
  va_end(more);
  if (fails(Kind::open)) {
    errno = EMFILE;
    return -1;
  }
  return __real_open(path, flags, mode);
}

ssize_t __real_write(int file, const void* bytes, std::size_t count);
ssize_t __wrap_write(int file, const void* bytes, std::size_t count) {
  if (fails(Kind::write)) {
    errno = ENOSPC;
    return -1;
  }
  return __real_write(file, bytes, count);
}

int __real_fsync(int file);
int __wrap_fsync(int file) {
  if (fails(Kind::fsync)) {
    errno = EIO;
    return -1;
  }
  return __real_fsync(file);
}

int __real_rename(const char* from, const char* to);
int __wrap_rename(const char* from, const char* to) {
  if (fails(Kind::rename)) {
    errno = EACCES;
    return -1;
  }
  return __real_rename(from, to);
}

int __real_renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags);
int __wrap_renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  if (fails(Kind::rename)) {
    errno = EACCES;
    return -1;
  }
  return __real_renameat2(from_folder, from, to_folder, to, flags);
}

int __real_link(const char* from, const char* to);
int __wrap_link(const char* from, const char* to) {
  if (fails(Kind::link)) {
    errno = EPERM;
    return -1;
  }
  return __real_link(from, to);
}

int __real_linkat(int from_folder, const char* from, int to_folder, const char* to, int flags);
int __wrap_linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) {
  if (fails(Kind::link)) {
    errno = EPERM;
    return -1;
  }
  return __real_linkat(from_folder, from, to_folder, to, flags);
}

// The C++ library and OpenMP's call it from their own files: the program's definition comes before the system's for
// all. ThreadSanitizer has one in the same place, and knows no thread that was not started by it.
#ifndef HETEROSCOPE_UNDER_THREAD_SANITIZER
int pthread_create(pthread_t* thread_id, const pthread_attr_t* attributes, void* (*start)(void*), void* argument) {
  if (begun && is_own(__builtin_return_address(0)) && fails(Kind::thread)) return EAGAIN;
  using Function = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto next = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "pthread_create"));
  return next(thread_id, attributes, start, argument);
}
#endif

}  // extern "C"
