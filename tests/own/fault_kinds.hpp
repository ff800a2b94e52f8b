#pragma once

#include <string>
#include <vector>

namespace heteroscope::testing {

/// Something that a person's variant does wrong, so that it cannot go on.
struct FaultKind {
  std::string id;
  std::string before;  ///< lines ahead of the function
  std::string body;    ///< lines of it; `image` and `calls` can be used
  std::string words;   ///< a part of what is said of it
  std::string looked;  ///< a part of what is said where compute-sanitizer has run; empty: the same
};

/// Returns the faults of functions for the CPU.
inline std::vector<FaultKind> cpu_fault_kinds() {
  return {
      {"null_write", "", "*reinterpret_cast<volatile int*>(0) = 1;", "Segmentation fault"},
      {"write_behind", "", "image.out_data[static_cast<std::ptrdiff_t>(image.width) * image.rows.end + 3] = 1;",
       "outside of the memory"},
      {"write_ahead", "", "image.out_data[-5] = 1;", "outside of the memory"},
      {"stack_overflow",
       "int deep(volatile int* seen) {\n"
       "  volatile int room[1024];\n"
       "  room[0] = *seen;\n"
       "  return *seen < 0 ? 0 : deep(room) + room[0];\n"
       "}\n",
       "volatile int zero = 0;\n  calls += deep(&zero);", "Segmentation fault"},
      {"division", "", "volatile int zero = 0;\n  calls += 1000 / zero;", "Floating point exception"},
      {"trap", "", "__builtin_trap();", "Illegal instruction"},
      {"endless", "", "for (volatile bool on = true; on;) {\n  }", "did not end within"},
      {"throws", "#include <stdexcept>\n", "throw std::runtime_error(\"seeded\");", "seeded"},
      {"throws_number", "", "throw 1;", ""},
      {"exits", "#include <cstdlib>\n", "std::exit(7);", "exit(7) was called"},
      {"leaves", "#include <cstdlib>\n", "std::_Exit(9);", "exit code 9"},
      {"aborts", "#include <cstdlib>\n", "std::abort();", "Aborted"},
      {"asserts", "#include <cassert>\n", "assert(image.width < 0);", "Aborted"},
      // few enough for a machine that holds root to no limit
      {"forks", "#include <unistd.h>\n",
       "for (int i = 0; i < 50 && fork() > 0; ++i) {\n  }\n  for (volatile bool on = true; on;) pause();",
       "did not end within"},
      {"eats_memory", "#include <sys/resource.h>\n#include <vector>\n",
       "rlimit room{std::size_t{3} << 30, std::size_t{3} << 30};\n"
       "  setrlimit(RLIMIT_DATA, &room);\n"
       "  std::vector<std::vector<char>> all;\n"
       "  for (;;) all.emplace_back(std::size_t{64} << 20);",
       "memory"},
  };
}

/// Returns the faults of kernels for the GPU.
inline std::vector<FaultKind> gpu_fault_kinds() {
  return {
      {"null_write", "", "*reinterpret_cast<volatile int*>(0) = 1;", "memory", "write of 4 bytes"},
      {"far_write", "", "image.out_data[std::int64_t{1} << 40] = 1;", "memory", "write of "},
      {"write_behind", "", "image.out_data[static_cast<std::ptrdiff_t>(image.width) * image.rows.end + 3] = 1;",
       "outside of the memory"},
      {"misaligned", "", "*reinterpret_cast<volatile int*>(reinterpret_cast<char*>(image.out_data) + 1) = 1;", ""},
      {"trap", "", "__trap();", ""},
      {"asserts", "", "assert(image.width < 0);", "assert"},
      {"endless", "", "for (;;) __nanosleep(1000);", "did not end within"},
      {"stack_overflow",
       "__device__ int deep(int n, volatile int* seen) {\n"
       "  int room[64];\n"
       "  for (int i = 0; i < 64; ++i) room[i] = n + seen[i % 2];\n"
       "  return n <= 0 ? room[0] : deep(n - 1, room) + room[n % 64];\n"
       "}\n",
       "int two[2] = {image.width, 1};\n  image.out(0, image.rows.begin) = deep(1 << 24, two);", ""},
      {"lock_taken_twice", "__device__ int lock;\n",
       "for (int i = 0; i < 2; ++i) {\n    while (atomicCAS(&lock, 0, 1) != 0) {\n    }\n  }", "did not end within"},
      {"shared_memory", "HETEROSCOPE_SHARED(16777216)\n", "", "shared memory"},
  };
}

}  // namespace heteroscope::testing
