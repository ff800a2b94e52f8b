#include "core/serving/handler_stacks.hpp"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>

// The sanitizers stand in for the same function, and give threads such stacks themselves.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HETEROSCOPE_BEGINS_THREADS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define HETEROSCOPE_BEGINS_THREADS 0
#endif
#endif
#ifndef HETEROSCOPE_BEGINS_THREADS
#define HETEROSCOPE_BEGINS_THREADS 1
#endif

namespace heteroscope {
namespace {

std::atomic<bool> threads_have_stacks{false};
/// The lowest address of the thread's own stack; 0: unknown. Read by a handler of signals, so it has no constructor.
thread_local constinit std::uintptr_t end_of_stack = 0;

std::size_t bytes_of_stack() {
  constexpr std::size_t room = std::size_t{1} << 16;  // finding the calls takes some of it
  return room + static_cast<std::size_t>(std::max<long>(::sysconf(_SC_MINSIGSTKSZ), 0));
}

/// Returns the lowest address of the calling thread's stack; 0 where the system does not say.
std::uintptr_t find_end_of_stack() {
  pthread_attr_t facts;
  if (::pthread_getattr_np(::pthread_self(), &facts) != 0) return 0;
  void* lowest = nullptr;
  std::size_t bytes = 0;
  const bool known = ::pthread_attr_getstack(&facts, &lowest, &bytes) == 0;
  ::pthread_attr_destroy(&facts);
  return known ? reinterpret_cast<std::uintptr_t>(lowest) : 0;
}

/// What a thread begins with.
struct ThreadStart {
  void* (*run)(void*);
  void* argument;
};

/// Nothing is caught here: an exception that nothing catches is told of with the calls that have thrown it, and
/// pthread_exit() unwinds to the thread's end.
void* run_with_stack(void* start) {
  const ThreadStart now = *std::unique_ptr<ThreadStart>(static_cast<ThreadStart*>(start));
  const HandlerStack stack;
  return now.run(now.argument);
}

}  // namespace

HandlerStack::HandlerStack() {
  stack_t now{};
  if (::sigaltstack(nullptr, &now) != 0 || (now.ss_flags & SS_DISABLE) == 0) return;
  void* const memory =
      ::mmap(nullptr, bytes_of_stack(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return;
  memory_ = memory;
  stack_t stack{};
  stack.ss_sp = memory_;
  stack.ss_size = bytes_of_stack();
  ::sigaltstack(&stack, nullptr);
  end_of_stack = find_end_of_stack();
}

HandlerStack::~HandlerStack() {
  if (memory_ == nullptr) return;
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  ::sigaltstack(&none, nullptr);
  ::munmap(memory_, bytes_of_stack());
}

void give_threads_handler_stacks() {
  static const HandlerStack& of_caller = *new HandlerStack;  // never freed: the process may end on it
  static_cast<void>(of_caller);
  threads_have_stacks = true;
}

/// A guard lies below a stack, which a large array may reach over; on the main thread's the kernel keeps 1 MiB free.
bool is_at_end_of_stack(std::uintptr_t address) noexcept {
  constexpr std::uintptr_t below = std::uintptr_t{1} << 20;
  constexpr std::uintptr_t page = 4096;
  if (end_of_stack == 0) return false;
  return address + below >= end_of_stack && address < end_of_stack + page;
}

}  // namespace heteroscope

#if HETEROSCOPE_BEGINS_THREADS
/// Stands in for the C library's function of that name in this whole process, shared libraries included, and calls it.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*),
                              void* argument) noexcept {
  using Begin = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto begin = reinterpret_cast<Begin>(::dlsym(RTLD_NEXT, "pthread_create"));
  using heteroscope::ThreadStart;
  auto* const start = heteroscope::threads_have_stacks ? new (std::nothrow) ThreadStart{run, argument} : nullptr;
  if (start == nullptr) return begin(thread, attributes, run, argument);
  const int failed = begin(thread, attributes, heteroscope::run_with_stack, start);
  if (failed != 0) delete start;
  return failed;
}
#endif
