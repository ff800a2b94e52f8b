#pragma once

/// Marks a function that both compilers build. The build system defines it as `__host__ __device__` for CUDA sources;
/// NVRTC, which compiles kernels while a program runs, has no build system.
#ifndef HETEROSCOPE_HD
#ifdef __CUDACC_RTC__
#define HETEROSCOPE_HD __host__ __device__
#else
#define HETEROSCOPE_HD
#endif
#endif

/// Before a loop: how many turns of it NVRTC puts one after the other. Other compilers decide by themselves.
#ifdef __CUDACC_RTC__
#define HETEROSCOPE_PRAGMA(words) _Pragma(#words)
#define HETEROSCOPE_UNROLL(turns) HETEROSCOPE_PRAGMA(unroll turns)
#else
#define HETEROSCOPE_UNROLL(turns)
#endif
