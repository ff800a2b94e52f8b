// Linked into a copy of the program: makes chosen calls fail, as a machine that is short of something would.
//
//   HETEROSCOPE_FAULT=KIND:N        the N-th call of that kind fails
//   HETEROSCOPE_FAULT=KIND:N+       that one and all after it
//   HETEROSCOPE_FAULT_COUNTS=FILE   at the end a line for each kind: its name, its calls, and for each place in the
//   code
//                                   (by the addresses of the callers) the number of its first call
//
// Kinds: alloc (operator new and aligned_alloc of the program's own code and of the C++ library), open, write, fsync,
// rename, link, thread. What C libraries allocate for themselves (OpenGL, X, FreeType, zlib, …) is left alone.
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
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

namespace {

enum Kind { alloc, open_file, write_file, sync_file, rename_file, link_file, thread, kinds };
constexpr std::array<const char*, kinds> names = {"alloc", "open", "write", "fsync", "rename", "link", "thread"};

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

void read_environment() {
  const char* text = std::getenv("HETEROSCOPE_FAULT");
  int kind = -1;
  for (int i = 0; text != nullptr && i < kinds; ++i) {
    const std::size_t length = std::strlen(names[static_cast<std::size_t>(i)]);
    if (std::strncmp(text, names[static_cast<std::size_t>(i)], length) != 0 || text[length] != ':') continue;
    kind = i;
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

void note_place(Kind kind, long call) {
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

// The libraries' own start comes before the program's.
std::atomic<bool> begun{false};
[[gnu::constructor(102)]] void begin() {
  read_environment();
  begun = true;
}

bool fails(Kind kind) {
  if (!begun) return false;
  const long call = ++calls[kind];
  if (counting) note_place(kind, call);
  return chosen_kind == kind && (call == chosen_call || (all_after && call > chosen_call));
}

/// Through the kernel: this file's own calls are not counted.
struct Report {
  ~Report() {
    const char* path = std::getenv("HETEROSCOPE_FAULT_COUNTS");
    if (path == nullptr) return;
    counting = false;
    chosen_kind = -1;
    std::FILE* file = std::fopen(path, "w");
    if (file == nullptr) return;
    for (int kind = 0; kind < kinds; ++kind) {
      const auto k = static_cast<std::size_t>(kind);
      std::fprintf(file, "%s %ld", names[k], calls[k].load());
      for (const Place& place : places[k])
        if (place.hash != 0) std::fprintf(file, " %ld", place.first);
      std::fprintf(file, "\n");
    }
    std::fclose(file);
  }
} report;

void* allocate(std::size_t bytes) {
  void* const memory = fails(alloc) ? nullptr : std::malloc(bytes == 0 ? 1 : bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void* allocate(std::size_t bytes, std::align_val_t alignment) {
  void* memory = nullptr;
  const std::size_t at =
      static_cast<std::size_t>(alignment) < sizeof(void*) ? sizeof(void*) : static_cast<std::size_t>(alignment);
  if (fails(alloc) || posix_memalign(&memory, at, bytes == 0 ? 1 : bytes) != 0) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t bytes) {
  return allocate(bytes);
}
void* operator new[](std::size_t bytes) {
  return allocate(bytes);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, alignment);
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, alignment);
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return fails(alloc) ? nullptr : std::malloc(bytes == 0 ? 1 : bytes);
}
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
  return fails(alloc) ? nullptr : std::malloc(bytes == 0 ? 1 : bytes);
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
  return fails(alloc) ? nullptr : __real_aligned_alloc(alignment, bytes);
}

int __real_open(const char* path, int flags, ...);
int __wrap_open(const char* path, int flags, ...) {
  std::va_list more;
  va_start(more, flags);
  const unsigned mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, unsigned) : 0;
  va_end(more);
  if (fails(open_file)) {
    errno = EMFILE;
    return -1;
  }
  return __real_open(path, flags, mode);
}

ssize_t __real_write(int file, const void* bytes, std::size_t count);
ssize_t __wrap_write(int file, const void* bytes, std::size_t count) {
  if (fails(write_file)) {
    errno = ENOSPC;
    return -1;
  }
  return __real_write(file, bytes, count);
}

int __real_fsync(int file);
int __wrap_fsync(int file) {
  if (fails(sync_file)) {
    errno = EIO;
    return -1;
  }
  return __real_fsync(file);
}

int __real_rename(const char* from, const char* to);
int __wrap_rename(const char* from, const char* to) {
  if (fails(rename_file)) {
    errno = EACCES;
    return -1;
  }
  return __real_rename(from, to);
}

int __real_renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags);
int __wrap_renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  if (fails(rename_file)) {
    errno = EACCES;
    return -1;
  }
  return __real_renameat2(from_folder, from, to_folder, to, flags);
}

int __real_link(const char* from, const char* to);
int __wrap_link(const char* from, const char* to) {
  if (fails(link_file)) {
    errno = EPERM;
    return -1;
  }
  return __real_link(from, to);
}

int __real_linkat(int from_folder, const char* from, int to_folder, const char* to, int flags);
int __wrap_linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) {
  if (fails(link_file)) {
    errno = EPERM;
    return -1;
  }
  return __real_linkat(from_folder, from, to_folder, to, flags);
}

// The C++ library and OpenMP's call it from their own files: the program's definition comes before the system's for
// all.
int pthread_create(pthread_t* thread_id, const pthread_attr_t* attributes, void* (*start)(void*), void* argument) {
  if (fails(thread)) return EAGAIN;
  using Function = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto next = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "pthread_create"));
  return next(thread_id, attributes, start, argument);
}

}  // extern "C"
