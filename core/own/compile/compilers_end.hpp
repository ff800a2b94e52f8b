#pragma once

namespace heteroscope {

/// While an object of this class lives, compilers that are at work, or begin, are ended: nobody waits for what they
/// make. Any thread may ask.
class CompilersEnd {
 public:
  CompilersEnd();
  ~CompilersEnd();
  CompilersEnd(const CompilersEnd&) = delete;
  CompilersEnd& operator=(const CompilersEnd&) = delete;

  static bool is_wanted();
};

}  // namespace heteroscope
