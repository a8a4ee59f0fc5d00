/* heddle: reach=UNKNOWN; engines: explore */
/* The characters of an argument are not modelled. */
int main(int argc, char **argv)
{
    return argc > 1 && argv[1][0] == 'x';
}
