#pragma once

/// Marks a function that both compilers build. The build system defines it as `__host__ __device__` for CUDA sources.
#ifndef HETEROSCOPE_HD
#define HETEROSCOPE_HD
#endif
