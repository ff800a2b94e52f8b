#pragma once

namespace heteroscope {

/// For what is thrown where nobody can catch it: while the lists of workloads are made, before main(), and in library
/// code that promises not to throw. Short of memory is no defect, and ends with its line and exit code 2; anything
/// else aborts. One line, however many threads come here at once. Give it to std::set_terminate.
[[noreturn]] void last_words();

}  // namespace heteroscope
