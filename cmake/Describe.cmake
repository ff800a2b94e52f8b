# cmake -DPROGRAM=… -DOPTIONS=… -DOUT=… -P Describe.cmake: what `heteroscope describe OPTIONS` prints, as the file OUT.
cmake_path(GET OUT PARENT_PATH folder)
file(MAKE_DIRECTORY ${folder})
execute_process(COMMAND ${PROGRAM} describe ${OPTIONS} OUTPUT_FILE ${OUT}.new COMMAND_ERROR_IS_FATAL ANY)
file(RENAME ${OUT}.new ${OUT})
