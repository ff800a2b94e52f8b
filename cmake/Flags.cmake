# One interface target, heteroscope_flags, carries what every source is compiled with.
add_library(heteroscope_flags INTERFACE)
target_include_directories(heteroscope_flags INTERFACE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/generated)

# The standard is an option by hand for both languages: CMake 3.25 would carry CMAKE_CXX_STANDARD over to CUDA, where it
# knows nothing past C++17.
set(cxx_options -std=c++20 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
    # members left out of a designated initializer have their defaults
    -Wno-missing-field-initializers)
# Processors agree to the bit: a multiply and an add are fused only where the source says fma.
list(APPEND cxx_options -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 warns falsely about std::string's operator+ (its bug 105651)
  list(APPEND cxx_options -Wno-restrict)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
  # GCC 13 and newer take what a std::variant, std::optional or std::vector does not hold for used (its bug 80635); GCC 12 and
  # Clang look for what is used uninitialized
  list(APPEND cxx_options -Wno-maybe-uninitialized)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # Clang leaves `omp simd` reductions by minimum and maximum scalar, and says so: slower, and still correct
  list(APPEND cxx_options -Wno-pass-failed)
  # It counts a taskloop's iterations in 64 bits, whatever the loop counts in, and warns of that
  list(APPEND cxx_options -Wno-shorten-64-to-32)
endif()
if(HETEROSCOPE_UNITY)
  # what one source has in a nameless namespace another may call a parameter, and neither is a header
  list(APPEND cxx_options -Wno-shadow)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    list(APPEND cxx_options -Wno-subobject-linkage)
  endif()
endif()
if(HETEROSCOPE_WERROR)
  list(APPEND cxx_options -Werror)
endif()

# fma must be one instruction for the scalar variants to be worth timing; without it std::fma is a library call.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  include(CheckCXXSourceRuns)
  set(CMAKE_REQUIRED_INCLUDES ${CMAKE_SOURCE_DIR})
  check_cxx_source_runs(
    "#include \"core/device/cpu/x86_64_v3.hpp\"\nint main() { return heteroscope::has_x86_64_v3() ? 0 : 1; }"
    HETEROSCOPE_CPU_HAS_X86_64_V3)
  unset(CMAKE_REQUIRED_INCLUDES)
  option(HETEROSCOPE_X86_64_V3 "Compile for x86-64-v3 (AVX2 and FMA: 2013 and newer)" ${HETEROSCOPE_CPU_HAS_X86_64_V3})
  if(HETEROSCOPE_X86_64_V3)
    set(machine_options -march=x86-64-v3)
    # Highway would count the machine among older ones, for whose vectors the code is then compiled as well; and with newer
    # compilers among newer ones, whose additional instructions nothing here uses. Targets are bits, better ones lower.
    target_compile_definitions(heteroscope_flags INTERFACE HWY_BASELINE_TARGETS=HWY_AVX2 "HWY_DISABLED_TARGETS=(HWY_AVX3-1)")
  endif()
endif()

if(HETEROSCOPE_SANITIZE)
  set(sanitize_options -fsanitize=${HETEROSCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all -g)
  target_link_options(heteroscope_flags INTERFACE $<$<LINK_LANGUAGE:CXX>:-fsanitize=${HETEROSCOPE_SANITIZE}>)
endif()

# Sources that are compiled together take about a tenth less time where the garbage stays, and a seventh more memory.
if(HETEROSCOPE_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(compiler_memory --param=ggc-min-heapsize=4194304)
endif()

target_compile_options(heteroscope_flags INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX>:${cxx_options};${machine_options};${sanitize_options};${compiler_memory}>")

# What a result says of them: all that change code.
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}}" heteroscope_stated_flags)
string(REPLACE " " ";" heteroscope_stated_flags "${heteroscope_stated_flags}")
list(APPEND heteroscope_stated_flags ${cxx_options} ${machine_options} ${sanitize_options} -fopenmp)
list(FILTER heteroscope_stated_flags EXCLUDE REGEX "^-W")
list(JOIN heteroscope_stated_flags " " heteroscope_stated_flags)

if(HETEROSCOPE_WITH_CUDA)
  # whether products and sums are fused: a target that says nothing has what the source says
  set(cuda_options -std=c++20 --fmad=$<IF:$<BOOL:$<TARGET_PROPERTY:HETEROSCOPE_CONTRACTED>>,true,false> --expt-relaxed-constexpr -Xcompiler=-ffp-contract=off,-Wall,-Wextra,-Wno-missing-field-initializers -diag-suppress=20012)
  list(APPEND cuda_options -Xcompiler=${heteroscope_relative_names})
  # Machine code is kept compressed, a sixth of its size; a module is unpacked when it is first used. The stronger way
  # needs a driver from 12.4 on, which a toolkit 12 does not: there the older one, as where nothing may take long.
  if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 13 AND NOT HETEROSCOPE_QUICK_KERNELS)
    list(APPEND cuda_options --compress-mode=size)
  elseif(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 13)
    list(APPEND cuda_options -Xfatbin=-compress-all)
  endif()
  option(HETEROSCOPE_LINEINFO "Source lines in the kernels, for profilers: ten times the size" OFF)
  if(HETEROSCOPE_LINEINFO)
    list(APPEND cuda_options -lineinfo)
  endif()
  if(machine_options)
    list(APPEND cuda_options -Xcompiler=${machine_options})
  endif()
  if(HETEROSCOPE_WERROR)
    list(APPEND cuda_options -Werror=all-warnings)
  endif()
  target_compile_options(heteroscope_flags INTERFACE "$<$<COMPILE_LANGUAGE:CUDA>:${cuda_options}>")
  target_compile_definitions(heteroscope_flags INTERFACE
    "$<$<COMPILE_LANGUAGE:CUDA>:HETEROSCOPE_HD=__host__ __device__>")
endif()
